import { liveEventsCases } from './live-events.cases.ts'

liveEventsCases('PostgreSQL', async () => null)
