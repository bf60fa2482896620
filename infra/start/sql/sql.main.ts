import { clusterFolder } from '@tba/embedded-postgres/cluster.ts'
import { isServing } from '@tba/embedded-postgres/ready.ts'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import pg from 'pg'
import { runCommand } from '../local/command.ts'
import { findDatabase } from '../local/data/find-database.ts'
import { type Environment, readEnvironment } from '../local/environment.ts'
import { announceOnStandardError, printError } from '../local/progress.ts'
import { writeOut } from '../replay/output.ts'
import { answer } from './answer.ts'
import { readSqlQuery, usage } from './arguments.ts'
import { readerAddress } from './reader.ts'

/** Runs a query on the database of a product. */

const noTablesMessage = 'There is nothing to ask yet: npm start makes the log and the read tables.'
const logIsElsewhere =
  'EVENTSTORE_URL is set: the log is there and not in this database. Here are the read tables; npm run replay reads the log.'

async function askDatabase(opened: AsyncDisposableStack): Promise<void> {
  const question = readSqlQuery(process.argv.slice(2))
  const environment = readEnvironment(process.env)
  if (question === null) return printError(usage)
  if (environment.eventStoreUrl) printError(logIsElsewhere)
  if (question === 'url') refuseStopped(environment)
  const { url, keys } = await findDatabase(environment, { opened, noTablesMessage })
  const address = await readerAddress(url, keys.database)
  if (question === 'url') return console.log(address)
  let count = 0
  const onRead = (rows: number) => {
    count += rows
  }
  const isWhole = await writeOut(answer(address, { ...question, onRead }))
  if (isWhole) printError(`${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`)
}

/** A database that the command starts for itself ends with it. */
function refuseStopped({ databaseUrl, dataDir }: Environment): void {
  if (!databaseUrl && !isServing(clusterFolder(dataDir)))
    throw new StartRefusal('No product runs on this folder, and so no address leads there: npm start first.')
}

function messageOf(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError)) return null
  // The read tables do not exist yet.
  if (error.code === '3F000') return noTablesMessage
  return `PostgreSQL: ${error.message}.${error.hint ? ` ${error.hint}` : ''}`
}

announceOnStandardError()
await runCommand(askDatabase, { messageOf })
