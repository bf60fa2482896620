import { readEnvironment } from './environment.ts'
import { announceReady } from './progress.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { start } from './start.ts'

// Files in the data folder are only for their owner.
process.umask(0o077)

runUntilStopped(async scope => {
  const port = await start(readEnvironment(process.env), scope)
  return () => announceReady(port)
})
