import { replaysCases } from './replays.cases.ts'

replaysCases('PostgreSQL', async () => null)
