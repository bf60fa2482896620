import { readEnvironment } from './environment.ts'
import { announceReady } from './progress.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { start } from './start.ts'

runUntilStopped(async frame => {
  const port = await start(readEnvironment(process.env), frame)
  return () => announceReady(port)
})
