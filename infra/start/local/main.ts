import { readEnvironment } from './environment.ts'
import { announceReady } from './progress.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { start } from './start.ts'

// Whatever is written into the data folder is its owner's alone.
process.umask(0o077)

runUntilStopped(async frame => {
  const port = await start(readEnvironment(process.env), frame)
  return () => announceReady(port)
})
