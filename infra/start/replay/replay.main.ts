import { openEventStore } from '@tba/event-store/open.ts'
import { readEnvironment } from '../local/environment.ts'
import { announceOnStandardError, complain } from '../local/progress.ts'
import { isUndefinedTable, reachDatabase } from '../local/reach.ts'
import { refusalOf } from '../local/refusals.ts'
import { readWish, usage } from './arguments.ts'
import { standardOutput } from './output.ts'
import { play } from './play.ts'
import { telling } from './telling.ts'

/** Plays the log out, beside a running product or without it: events on standard output, and nothing else there. */

const nothingYet = 'There is nothing to replay yet: npm start makes the log.'

announceOnStandardError()
const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort(130))
process.once('SIGTERM', () => interrupted.abort(143))

await using opened = new AsyncDisposableStack()
try {
  const wish = readWish(process.argv.slice(2))
  if (wish === null) complain(usage)
  else {
    const output = standardOutput(interrupted.signal)
    const url = await addressOfLog(opened)
    const store = await openEventStore({ url, applicationName: 'replay' })
    opened.defer(() => store.close())
    const progress = telling()
    const signal = AbortSignal.any([interrupted.signal, output.closed])
    await play(store, { wish, output, progress, signal })
    await output.end()
    if (interrupted.signal.aborted) process.exitCode = Number(interrupted.signal.reason)
    else progress.end()
  }
} catch (error) {
  const sentence = isUndefinedTable(error) ? nothingYet : refusalOf(error)
  if (!sentence) throw error
  complain(sentence)
  process.exitCode = 1
}

/** @throws {StartRefusal} */
async function addressOfLog(opened: AsyncDisposableStack): Promise<string> {
  const environment = readEnvironment(process.env)
  if (environment.eventStoreUrl) return environment.eventStoreUrl
  return (await reachDatabase(environment, { opened, nothingYet })).url
}
