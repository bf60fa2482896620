import { migrate } from '@tba/runtime/postgres/migrate.ts'
import { recordCompletion } from '../completions.ts'
import { type FinishDeps, finishAccount } from './finish-account.ts'

/**
 * Finishes what every erased account in the log leaves behind, without a queue: for a log on which nobody works yet.
 * @throws {NotYet} where a projection has not passed one of them
 */
export async function finishErasures(deps: FinishDeps): Promise<void> {
  await migrate(deps.pool, 'jobs', new URL('../jobs.sql', import.meta.url))
  for await (const event of deps.log.readAll({ types: ['AccountErased'] })) {
    if (event.type !== 'AccountErased') continue
    await finishAccount(deps, event)
    await recordCompletion(deps.pool, event.id)
  }
}
