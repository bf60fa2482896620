import { faultOfLogAddress, isInPostgres } from './addresses.ts'
import type { OpenedStore, StoreOptions } from './port.ts'
import { openPostgresStore } from './postgres/store.ts'

const wanted = 'its address has to be postgres://…, esdb://… or kurrentdb://…'

/**
 * Opens the log at this address. The protocol selects the adapter. Creates a missing schema.
 * @throws {Error} no adapter for the address. The message does not quote it, because it may contain a password
 * @throws {StoreUnavailable} {UnusableLog}
 */
export async function openEventStore({
  url,
  ...options
}: StoreOptions & { url: string }): Promise<OpenedStore> {
  if (isInPostgres(url)) return openPostgresStore({ connectionString: url, ...options })
  if (faultOfLogAddress(url) === null) {
    // Imported only here: a product on PostgreSQL never loads gRPC.
    const { openEventStoreDb } = await import('./eventstoredb/store.ts')
    return openEventStoreDb({ url, ...options })
  }
  const [, protocol] = /^([a-z][a-z0-9+]*):\/\//i.exec(url) ?? []
  if (!protocol) throw new Error(`the event store’s address is not valid: ${wanted}`)
  throw new Error(`there is no event store at such a ${protocol} address: ${wanted}`)
}
