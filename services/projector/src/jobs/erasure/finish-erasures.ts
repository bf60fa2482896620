import { migrate } from '@tba/runtime/postgres/migrate.ts'
import { recordCompletion } from '../queue/completions.ts'
import { type FinishDeps, finishAccount } from './finish-account.ts'

/**
 * Runs the jobs of all erased accounts directly, without a queue: for sample data, before the product starts. Nobody else
 * writes to that log, which was just folded, so it is read again as a whole.
 * @throws {NotYet} a projection has not passed one of them
 */
export async function finishErasures(deps: FinishDeps): Promise<void> {
  await migrate(deps.pool, 'jobs', new URL('../jobs.sql', import.meta.url))
  for await (const event of deps.log.readAll({ types: ['AccountErased'] })) {
    if (event.type !== 'AccountErased') continue
    await finishAccount({ ...deps, lateAppendsMs: 0 }, event)
    await recordCompletion(deps.pool, event.id)
  }
}
