import { faultOfLogAddress, isInPostgres } from './addresses.ts'
import type { OpenedStore, StoreOptions } from './port.ts'
import { openPostgresStore } from './postgres/store.ts'

/**
 * Opens the log at this address. The protocol selects the adapter. Creates a missing schema.
 * @throws {Error} no adapter for the address. The message does not quote it, because it may contain a password
 * @throws {StoreUnavailable} {UnusableLog}
 */
export async function openEventStore({
  url,
  ...options
}: StoreOptions & { url: string }): Promise<OpenedStore> {
  const fault = faultOfLogAddress(url)
  if (fault !== null) throw new Error(`the event store’s address ${fault}`)
  if (isInPostgres(url)) return openPostgresStore({ connectionString: url, ...options })
  // Imported only here: a product on PostgreSQL never loads gRPC.
  const { openEventStoreDb } = await import('./eventstoredb/store.ts')
  return openEventStoreDb({ url, ...options })
}
