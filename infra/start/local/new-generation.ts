import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { isInPostgres } from '@tba/event-store/addresses.ts'
import { beginGeneration } from '@tba/event-store/postgres/restoring.ts'
import { connected } from '../backup/connected.ts'
import { refuseRunning } from '../backup/target.ts'
import { readEnvironment } from './environment.ts'
import { announce, complain } from './progress.ts'
import { isUndefinedTable, reachDatabase } from './reach.ts'
import { refusalOf } from './refusals.ts'

/** For a log that has lost its newest events for good: what was made from them is made again. */

const nothingYet = 'There is no log yet: npm start makes it.'

await using opened = new AsyncDisposableStack()
try {
  const environment = readEnvironment(process.env)
  if (environment.eventStoreUrl && !isInPostgres(environment.eventStoreUrl))
    throw new StartRefusal(
      'A log in EventStoreDB has no generations: the next start makes its tables by itself.',
    )
  const { url } = await reachDatabase(environment, { opened, nothingYet })
  await refuseRunning(await connected(url, opened))
  const generation = await beginGeneration(await connected(environment.eventStoreUrl ?? url, opened))
  announce(`The log is generation ${generation} now. The next start makes all tables from it.`)
} catch (error) {
  const sentence = isUndefinedTable(error) ? nothingYet : refusalOf(error)
  if (!sentence) throw error
  complain(sentence)
  process.exitCode = 1
}
