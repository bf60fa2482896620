import type { UpdateProgress } from './commands.ts'
import { type SetupStep, setupStep } from './events.ts'
import type { Progress } from './views.ts'

/** The field of each step in requests, tables and answers. */
export const columnOf = {
  'broker-account': 'step1_broker_account',
  mt4: 'step2_mt4_authenticated',
  'copy-trading': 'step2_axi_connected',
  security: 'step3_security_verified',
} as const satisfies Record<SetupStep, keyof UpdateProgress & keyof Progress>

type StepColumns = Record<(typeof columnOf)[SetupStep], boolean>

export function columnsOf(done: ReadonlySet<SetupStep>): StepColumns {
  const columns = setupStep.options.map(step => [columnOf[step], done.has(step)])
  return Object.fromEntries(columns) as StepColumns
}
