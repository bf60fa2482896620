import { readEnvironment } from '../local/environment.ts'
import { announceReady } from '../local/progress.ts'
import { runUntilStopped } from '../local/run-until-stopped.ts'
import { startServices } from './start.ts'

// Files in the data folder are only for their owner.
process.umask(0o077)

runUntilStopped(async scope => {
  const port = await startServices(readEnvironment(process.env), scope)
  return () => announceReady(port)
})
