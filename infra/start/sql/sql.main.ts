import { clusterFolder } from '@tba/embedded-postgres/cluster.ts'
import { isServing } from '@tba/embedded-postgres/ready.ts'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import pg from 'pg'
import { type Environment, readEnvironment } from '../local/environment.ts'
import { announceOnStandardError, complain } from '../local/progress.ts'
import { reachDatabase } from '../local/reach.ts'
import { refusalOf } from '../local/refusals.ts'
import { standardOutput } from '../replay/output.ts'
import { answer } from './answer.ts'
import { readQuestion, usage } from './arguments.ts'
import { readerAddress } from './reader.ts'

/** Asks the database of a product: the answer on standard output, and nothing else there. */

const nothingYet = 'There is nothing to ask yet: npm start makes the log and the read tables.'
const logIsElsewhere =
  'EVENTSTORE_URL is set: the log is there and not in this database. Here are the read tables; npm run replay reads the log.'

announceOnStandardError()
const interrupted = new AbortController()
process.once('SIGINT', () => interrupted.abort(130))
process.once('SIGTERM', () => interrupted.abort(143))

await using opened = new AsyncDisposableStack()
try {
  const question = readQuestion(process.argv.slice(2))
  const environment = readEnvironment(process.env)
  if (question === null) complain(usage)
  else {
    if (environment.eventStoreUrl) complain(logIsElsewhere)
    if (question === 'url') refuseStopped(environment)
    const { url, keys } = await reachDatabase(environment, { opened, nothingYet })
    const address = await readerAddress(url, keys.database)
    const output = standardOutput(interrupted.signal)
    if (question === 'url') await output.write(`${address}\n`)
    else {
      const count = await answer(address, { question, output, signal: interrupted.signal })
      complain(`${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`)
    }
    await output.end()
  }
} catch (error) {
  const { aborted, reason } = interrupted.signal
  const sentence = aborted ? 'Stopped.' : sentenceOf(error)
  if (!sentence) throw error
  complain(sentence)
  process.exitCode = aborted ? reason : 1
}

/** The database that a command starts for itself is gone with it. */
function refuseStopped({ databaseUrl, dataDir }: Environment): void {
  if (!databaseUrl && !isServing(clusterFolder(dataDir)))
    throw new StartRefusal('No product runs on this folder, and so no address leads there: npm start first.')
}

function sentenceOf(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError)) return refusalOf(error)
  // No start has made the read tables.
  if (error.code === '3F000') return nothingYet
  return `PostgreSQL: ${error.message}.${error.hint ? ` ${error.hint}` : ''}`
}
