import { isInPostgres, isLogAddress } from './addresses.ts'
import type { OpenedStore, StoreOptions } from './port.ts'
import { openPostgresStore } from './postgres/store.ts'

const wanted = 'its address has to be postgres://…, esdb://… or kurrentdb://…'

/**
 * Opens the log at this address, whose protocol chooses the adapter; creates the schema where it is missing.
 * @throws {Error} where there is no adapter for the address, which it does not name: a password may be in it
 * @throws {StoreUnavailable} {UnusableLog}
 */
export async function openEventStore({
  url,
  ...options
}: StoreOptions & { url: string }): Promise<OpenedStore> {
  if (isInPostgres(url)) return openPostgresStore({ connectionString: url, ...options })
  if (isLogAddress(url)) {
    // Only here: a product on PostgreSQL never loads gRPC.
    const { openEventStoreDb } = await import('./eventstoredb/store.ts')
    return openEventStoreDb({ url, ...options })
  }
  const [, protocol] = /^([a-z][a-z0-9+]*):\/\//i.exec(url) ?? []
  if (!protocol) throw new Error(`the event store’s address is none: ${wanted}`)
  throw new Error(`there is no event store at such a ${protocol} address: ${wanted}`)
}
