import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Observed, observedInTest } from '@tba/testing/observed.ts'

/** A script of this service in its own process, which ends with the test. */
export function started(script: 'main.ts' | 'verify/verify.main.ts', env: NodeJS.ProcessEnv): Observed {
  return observedInTest(
    spawn(process.execPath, [fileURLToPath(new URL(`../${script}`, import.meta.url))], { env }),
  )
}
