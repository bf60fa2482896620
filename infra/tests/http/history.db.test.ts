import { historyCases } from './history.cases.ts'

historyCases('PostgreSQL', async () => null)
