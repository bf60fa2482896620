import { migrate } from '@tba/runtime/postgres/migrate.ts'
import { recordCompletion } from '../completions.ts'
import { type FinishDeps, finishAccount } from './finish-account.ts'

/**
 * Runs the job of every erased account in the log directly, without a queue: for sample data, before the product starts.
 * Nobody else writes to that log. They are all that is in it, which was just folded from its beginning, so it is read whole once more.
 * @throws {NotYet} where a projection has not passed one of them
 */
export async function finishErasures(deps: FinishDeps): Promise<void> {
  await migrate(deps.pool, 'jobs', new URL('../jobs.sql', import.meta.url))
  for await (const event of deps.log.readAll({ types: ['AccountErased'] })) {
    if (event.type !== 'AccountErased') continue
    await finishAccount({ ...deps, lateAppendsMs: 0 }, event)
    await recordCompletion(deps.pool, event.id)
  }
}
