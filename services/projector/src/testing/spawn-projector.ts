import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type ObservedProcess, observeInTest } from '@tba/testing/observed-process.ts'

/** This service in its own process, which ends with the test. */
export function spawnProjector(env: NodeJS.ProcessEnv): ObservedProcess {
  return observeInTest(
    spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url))], { env }),
  )
}
