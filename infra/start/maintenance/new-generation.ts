import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { isInPostgres } from '@tba/event-store/addresses.ts'
import { beginGeneration } from '@tba/event-store/postgres/opening/restoring.ts'
import { connect, refuseRunning } from '../backup/target.ts'
import { runCommand } from '../local/command.ts'
import { findDatabase } from '../local/data/find-database.ts'
import { readEnvironment } from '../local/environment.ts'
import { announce } from '../local/progress.ts'

/** For a log that has lost its newest events for ever: rebuilds everything that was folded from them. */

const noTablesMessage = 'There is no log yet: npm start makes it.'

async function beginNewGeneration(opened: AsyncDisposableStack): Promise<void> {
  const environment = readEnvironment(process.env)
  if (environment.eventStoreUrl && !isInPostgres(environment.eventStoreUrl))
    throw new StartRefusal(
      'A log in EventStoreDB has no generations: the next start makes its tables by itself.',
    )
  const { url } = await findDatabase(environment, { opened, noTablesMessage })
  await refuseRunning(await connect(url, opened))
  const generation = await beginGeneration(await connect(environment.eventStoreUrl ?? url, opened))
  announce(`The log is generation ${generation} now. The next start makes all tables from it.`)
}

await runCommand(beginNewGeneration, { noTablesMessage })
