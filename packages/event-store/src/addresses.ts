import { faultOf, isPostgres } from '@tba/postgres/address.ts'

/** Addresses of EventStoreDB or KurrentDB. They can name several hosts, which URL does not support. */
const eventStoreAddress =
  /^(esdb|kurrentdb)(\+discover)?:\/\/([^:@/?\s]+:[^@/?\s]+@)?[^@,/?\s]+(,[^@,/?\s]+)*\/?(\?[^?\s]+)?$/i

/** Whether the log is in PostgreSQL. It is then part of the backup, and its disk is checked. */
export const isInPostgres = isPostgres

/** Why no adapter takes the address, as the end of a sentence; null if one does. */
export function faultOfLogAddress(url: string): string | null {
  if (isInPostgres(url)) return faultOf(url)
  return eventStoreAddress.test(url) ? null : 'has to be a postgres, esdb or kurrentdb address'
}

/** EventStoreDB's client knows only the older name of KurrentDB's addresses, and protocols in lower case. */
export const clientAddress = (url: string): string =>
  url.replace(/^[^:]+/, protocol => protocol.toLowerCase().replace('kurrentdb', 'esdb'))
