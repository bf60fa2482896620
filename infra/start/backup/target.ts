import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { isInPostgres } from '@tba/event-store/addresses.ts'
import { isRestoring, markRestoring, unmarkRestoring } from '@tba/event-store/postgres/opening/restoring.ts'
import { createClient } from '@tba/postgres/client.ts'
import type pg from 'pg'
import { schemas } from './tables.ts'

/** The databases of a restore: of tables and vault, and of the log. Both can be the same. */
type Target = { database: pg.ClientBase; log: pg.ClientBase }

/** Checks both before it touches either. The log is marked first and last, because a start only checks its mark. */
export async function begin({ database, log }: Target): Promise<void> {
  for (const client of [log, database]) await refuseNotEmpty(client)
  await refuseRunning(database)
  for (const client of [log, database]) {
    if (await isRestoring(client)) await client.query(`drop schema if exists ${schemas.join(', ')} cascade`)
    else await markRestoring(client)
  }
}

/** Removes the log's mark last. */
export async function finish({ database, log }: Target): Promise<void> {
  await unmarkRestoring(database)
  await unmarkRestoring(log)
}

/** It has to be empty, or hold an interrupted restore. @throws {StartRefusal} */
async function refuseNotEmpty(client: pg.ClientBase): Promise<void> {
  if (await isRestoring(client)) return
  const { rows } = await client.query('select nspname as name from pg_namespace where nspname = any($1)', [
    schemas,
  ])
  if (rows.length > 0)
    throw new StartRefusal(
      `The database is not empty: it has ${rows.map(({ name }) => name).join(', ')}. A restore goes into an empty one.`,
    )
}

/** A running process would continue with its knowledge of the old log. @throws {StartRefusal} */
export async function refuseRunning(database: pg.ClientBase): Promise<void> {
  const { rowCount } = await database.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'vault'`,
  )
  if (rowCount) throw new StartRefusal('The product runs on this database: stop it first.')
}

/** Elsewhere nothing could prevent a start on a part of a log. @throws {StartRefusal} */
export function refuseOtherLogs(eventStoreUrl: string | undefined): void {
  if (eventStoreUrl === undefined || isInPostgres(eventStoreUrl)) return
  throw new StartRefusal(
    'A restore brings the log into PostgreSQL. Leave EVENTSTORE_URL out, and move the log to EventStoreDB afterwards: npm run migrate:log.',
  )
}

/** A connection without time limits. */
export async function connect(url: string, opened: AsyncDisposableStack): Promise<pg.Client> {
  const session = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }
  const client = createClient(url, { applicationName: 'backup', answerMs: null, session })
  await client.connect()
  opened.defer(() => client.end().catch(() => undefined))
  return client
}
