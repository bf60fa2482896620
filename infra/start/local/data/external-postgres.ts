import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import { createClient } from '@tba/postgres/client.ts'
import { faultOfServer } from '@tba/postgres/server.ts'
import { assertNoTransactionPooler } from '@tba/runtime/postgres/transaction-pooler.ts'
import { Refusal } from '@tba/runtime/refusal.ts'

/**
 * Checks an external PostgreSQL before anything is written there, and whether it holds data of an existing key file. Throws
 * StartRefusal or Refusal if it cannot be reached or used, without its address, which contains a password.
 */
export async function checkExternalPostgres(
  url: string,
  neededConnections?: number,
): Promise<{ holdsData: boolean }> {
  const client = createClient(url, { applicationName: 'start', answerMs: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query(question)
    const { may_create: mayCreate, holds_data: holdsData } = rows[0]
    const fault = await faultOfServer(client)
    if (fault) refuse(fault)
    if (!mayCreate) refuse('does not let its user make schemas: grant create on the database')
    // It would count as one of the pooler's connections.
    await client.end()
    await assertNoTransactionPooler({ DATABASE_URL: url }, neededConnections)
    return { holdsData }
  } catch (error) {
    if (error instanceof StartRefusal || error instanceof Refusal) throw error
    return refuse(
      `cannot be used: ${error instanceof Error ? error.message || 'it cannot be reached' : error}`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

const question = `
  select has_database_privilege(current_database(), 'create') as may_create,
    to_regclass('vault.person_keys') is not null as holds_data`

function refuse(what: string): never {
  throw new StartRefusal(`The PostgreSQL of DATABASE_URL ${what}.`)
}
