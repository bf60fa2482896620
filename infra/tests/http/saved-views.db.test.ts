import { savedViewsCases } from './saved-views.cases.ts'

savedViewsCases('PostgreSQL', async () => null)
