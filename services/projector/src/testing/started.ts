import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Observed, observedInTest } from '@tba/testing/observed.ts'

/** This service in its own process, which ends with the test. */
export function started(env: NodeJS.ProcessEnv): Observed {
  return observedInTest(
    spawn(process.execPath, [fileURLToPath(new URL('../main.ts', import.meta.url))], { env }),
  )
}
