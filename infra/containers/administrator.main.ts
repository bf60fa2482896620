import { passwords } from '@tba/command-api/accounts/passwords.ts'
import { ensureAdmin } from '@tba/command-api/admins/first-admin.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import { ofOwnProcess, readVariables } from '@tba/runtime/environment.ts'
import { createLogger } from '@tba/runtime/http/logger.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { awaitServers } from '@tba/runtime/servers.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { openVault } from '@tba/runtime/vault/open-vault.ts'
import { migrateVault } from '@tba/runtime/vault/person-keys.ts'
import { ofAdministrator } from './environment.ts'

/** Makes the administrator that the environment names, or gives it the password there; prints one that it made itself. */

const read = readVariables(ofAdministrator, process.env)
const { connectionString, eventStoreUrl, secrets, logLevel } = ofOwnProcess(read)
const logger = createLogger({ service: 'administrator', level: logLevel })
await awaitServers({ DATABASE_URL: connectionString, EVENTSTORE_URL: eventStoreUrl }, logger)

await using opened = new AsyncDisposableStack()
const pool = await createPool(connectionString, { applicationName: 'administrator', max: 2 })
opened.defer(() => pool.end())
await migrateVault(pool)
const keyring = await openVault({ pool, keks: keksOf(secrets), connectionString })
opened.defer(() => keyring.close())
const store = await openEventStore({ url: eventStoreUrl, applicationName: 'administrator' })
opened.defer(() => store.close())

const needs = { log: eventLog(store, keyring), secrets, passwords: await passwords() }
const made = await ensureAdmin(needs, { email: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD })
console.log(
  made
    ? `Administrator: ${read.ADMIN_EMAIL}, password: ${made} (shown only now)`
    : `The administrator ${read.ADMIN_EMAIL} is in place.`,
)
