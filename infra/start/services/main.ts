import { readEnvironment } from '../local/environment.ts'
import { announceReady } from '../local/progress.ts'
import { runUntilStopped } from '../local/run-until-stopped.ts'
import { startServices } from './start.ts'

// Whatever is written into the data folder is its owner's alone.
process.umask(0o077)

runUntilStopped(async frame => {
  const port = await startServices(readEnvironment(process.env), frame)
  return () => announceReady(port)
})
