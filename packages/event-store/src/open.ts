import { protocols as eventStoreDb } from './eventstoredb/address.ts'
import type { OpenedStore, StoreOptions } from './port.ts'
import { openPostgresStore } from './postgres/store.ts'

const postgres = /^postgres(ql)?$/

/** What the address of a log may begin with. */
export const protocols = new RegExp(`${postgres.source}|${eventStoreDb.source}`)

/** Whether the log lies in a PostgreSQL, where it can be backed up with the rest. */
export const isInPostgres = (url: string): boolean => postgres.test(protocolOf(url) ?? '')

const wanted = 'its address has to be postgres://…, esdb://… or kurrentdb://…'

/**
 * Opens the log at this address, whose protocol chooses the adapter; creates the schema where it is missing.
 * @throws {Error} where there is no adapter for the address, which it does not name: a password may be in it
 * @throws {StoreUnavailable} {NotDurable} {RestoreUnfinished} {LogTooNew} {LogFromTheFuture}
 */
export async function openEventStore({
  url,
  ...options
}: StoreOptions & { url: string }): Promise<OpenedStore> {
  const protocol = protocolOf(url)
  if (protocol === null) throw new Error(`the event store’s address is none: ${wanted}`)
  if (postgres.test(protocol)) return openPostgresStore({ connectionString: url, ...options })
  if (!eventStoreDb.test(protocol)) throw new Error(`there is no event store for ${protocol}: ${wanted}`)
  // Only here: a product on PostgreSQL never loads gRPC.
  const { openEventStoreDb } = await import('./eventstoredb/store.ts')
  return openEventStoreDb({ url, ...options })
}

/** Not by `URL`: an address may name several hosts, each with its port. */
function protocolOf(url: string): string | null {
  return /^([a-z][a-z0-9+]*):/i.exec(url)?.[1]?.toLowerCase() ?? null
}
