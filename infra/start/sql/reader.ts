import { createHmac } from 'node:crypto'
import { keepFromOthers } from '@tba/embedded-postgres/product-role.ts'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { withLogin } from '@tba/postgres/address.ts'
import { createClient } from '@tba/postgres/client.ts'
import pg from 'pg'

/** Long enough for a large log. A session may change them: the projector ends what then holds others up (`sql-reader.ts`). */
const limits = {
  default_transaction_read_only: 'on',
  statement_timeout: '5min',
  transaction_timeout: '5min',
  idle_in_transaction_session_timeout: '1min',
  client_connection_check_interval: '5s',
}

/**
 * The address of a database role that can read log.events and the views in `read`, and nothing else. The owner grants its rights
 * at each call, so that they are valid again after a restore or a release.
 *
 * The views read their tables as their owner. A rebuild replaces a view. The default privileges cover the new one.
 * @param secret the source of the role's password, which stays the same
 * @throws {StartRefusal}
 */
export async function readerAddress(url: string, secret: Buffer): Promise<string> {
  const password = createHmac('sha256', secret).update('sql reader').digest('hex')
  const owner = createClient(url, { applicationName: 'sql', answerMs: 10_000 })
  await owner.connect()
  try {
    return withLogin(url, await grant(owner, password), password)
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
  // Two commands at once would fail, because both change the role.
  await owner.query(`select pg_advisory_xact_lock(hashtextextended('sql reader', 0))`)
  const { rows } = await owner.query(`
    select current_database() as database, to_regclass('log.events') is not null as has_log,
      exists (select from pg_roles where rolname = current_database() || '_sql') as has_role,
      (select rolsuper from pg_roles where rolname = current_user) as is_superuser`)
  const { database, has_log: hasLog, has_role: hasRole, is_superuser: isSuperuser } = rows[0]
  const name = `${database}_sql`
  const role = pg.escapeIdentifier(name)
  const statements = [
    `${hasRole ? 'alter' : 'create'} role ${role} login connection limit 5 password ${pg.escapeLiteral(password)}`,
    // To end its sessions.
    `grant ${role} to current_user with inherit true, set false`,
    ...Object.entries(limits).map(
      ([setting, value]) => `alter role ${role} set ${setting} = ${pg.escapeLiteral(value)}`,
    ),
    `revoke temporary on database ${pg.escapeIdentifier(database)} from public`,
    ...(isSuperuser ? [keepFromOthers('current_user')] : []),
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
