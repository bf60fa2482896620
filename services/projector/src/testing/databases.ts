import { randomBytes } from 'node:crypto'
import { openEventStore } from '@tba/event-store/open.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { migrateVault, personKeys } from '@tba/runtime/vault/person-keys.ts'
import { databaseFromTemplate, type FreshDatabase } from '@tba/testing/database.ts'
import { run } from '../run.ts'

const logger = { info() {}, error() {} }

/** For one test: a database with an empty log and a vault. */
export function databaseWithLog(): Promise<FreshDatabase> {
  return databaseFromTemplate('logged', async connectionString => {
    await using opened = new AsyncDisposableStack()
    await openLog(connectionString, opened)
  })
}

/** The same, with all projections live. */
export function databaseWithProjections(): Promise<FreshDatabase> {
  return databaseFromTemplate('projected', async connectionString => {
    await using opened = new AsyncDisposableStack()
    const { pool, store } = await openLog(connectionString, opened)
    const log = eventLog(store, personKeys(pool, keksOf({ kek: randomBytes(32) })))
    const projector = await run({ log, store, pool, connectionString, logger })
    opened.defer(() => projector.stop())
    await projector.ready
  })
}

async function openLog(connectionString: string, opened: AsyncDisposableStack) {
  const pool = await createPool(connectionString)
  opened.defer(() => pool.end())
  const store = await openEventStore({ url: connectionString })
  opened.defer(() => store.close())
  await migrateVault(pool)
  return { pool, store }
}
