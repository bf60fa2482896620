import { createHmac } from 'node:crypto'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import pg from 'pg'

/** Long enough to look through a great log; a statement that was forgotten does not keep VACUUM waiting for ever. */
const limits = {
  default_transaction_read_only: 'on',
  statement_timeout: '5min',
  idle_in_transaction_session_timeout: '1min',
  client_connection_check_interval: '5s',
}

/**
 * The address of the database for a role that may read log.events and the views in `read`, and nothing else. Made here, by
 * the owner, whenever it is asked for: whatever a restore or a release has made anew is granted again.
 *
 * The views read the tables behind them as their owner. A rebuild drops a view and makes another, which the default
 * privileges cover.
 * @param secret the role's password comes from it, and stays the same
 * @throws {StartRefusal}
 */
export async function readerAddress(url: string, secret: Buffer): Promise<string> {
  const password = createHmac('sha256', secret).update('sql reader').digest('hex')
  const owner = new pg.Client({ connectionString: url, application_name: 'sql' })
  owner.on('error', () => undefined)
  await owner.connect()
  try {
    const role = await grant(owner, password)
    const address = new URL(url)
    address.username = role
    address.password = password
    return address.href
  } catch (error) {
    throw error instanceof pg.DatabaseError && error.code === '42501' ? mayNotGrant : error
  } finally {
    await owner.end()
  }
}

const mayNotGrant = new StartRefusal(
  'The user of DATABASE_URL may not make a role that only reads: give it createrole (alter role … createrole).',
)

async function grant(owner: pg.Client, password: string): Promise<string> {
  await owner.query('begin')
  // Two commands at once would fail at the role, which both change.
  await owner.query(`select pg_advisory_xact_lock(hashtextextended('sql reader', 0))`)
  const { rows } = await owner.query(`
    select current_database() as database, to_regclass('log.events') is not null as has_log,
      exists (select from pg_roles where rolname = current_database() || '_sql') as has_role`)
  const { database, has_log: hasLog, has_role: hasRole } = rows[0]
  const name = `${database}_sql`
  const role = pg.escapeIdentifier(name)
  const statements = [
    `${hasRole ? 'alter' : 'create'} role ${role} login password ${pg.escapeLiteral(password)}`,
    ...Object.entries(limits).map(
      ([setting, value]) => `alter role ${role} set ${setting} = ${pg.escapeLiteral(value)}`,
    ),
    `grant connect on database ${pg.escapeIdentifier(database)} to ${role}`,
    `grant usage on schema read to ${role}`,
    `grant select on all tables in schema read to ${role}`,
    `alter default privileges in schema read grant select on tables to ${role}`,
    ...(hasLog ? [`grant usage on schema log to ${role}`, `grant select on log.events to ${role}`] : []),
  ]
  for (const statement of statements) await owner.query(statement)
  await owner.query('commit')
  return name
}
