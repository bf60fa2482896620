import type { OpenedStore, StoreOptions } from './port.ts'
import { openPostgresStore } from './postgres/store.ts'

/** What the address of a log may begin with. */
export const protocols = /^postgres(ql)?$/

/**
 * Opens the log at this address, whose protocol chooses the adapter; creates the schema where it is missing.
 * @throws {Error} where there is no adapter for the address, which it does not name: a password may be in it
 * @throws {StoreUnavailable} {NotDurable} {RestoreUnfinished} {LogTooNew} {LogFromTheFuture}
 */
export async function openEventStore({
  url,
  ...options
}: StoreOptions & { url: string }): Promise<OpenedStore> {
  const protocol = URL.canParse(url) ? new URL(url).protocol.slice(0, -1) : null
  if (protocol === null) throw new Error('the event store’s address is none: it has to be postgres://…')
  if (!protocols.test(protocol)) {
    throw new Error(`there is no event store for ${protocol}: its address has to be postgres://…`)
  }
  return openPostgresStore({ connectionString: url, ...options })
}
