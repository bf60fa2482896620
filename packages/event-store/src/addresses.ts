/** Addresses of EventStoreDB or KurrentDB. They can name several hosts, which URL does not support. */
const eventStoreAddress =
  /^(esdb|kurrentdb)(\+discover)?:\/\/([^:@/?\s]+:[^@/?\s]+@)?[^@,/?\s]+(,[^@,/?\s]+)*\/?(\?[^?\s]+)?$/i

/** Whether the log is in PostgreSQL. It is then part of the backup, and its disk is checked. */
export const isInPostgres = (url: string): boolean => /^postgres(ql)?:\/\//i.test(url) && URL.canParse(url)

/** Whether there is an adapter for the address. */
export const isLogAddress = (url: string): boolean => isInPostgres(url) || eventStoreAddress.test(url)

/** EventStoreDB's client knows only the older name of KurrentDB's addresses, and protocols in lower case. */
export const clientAddress = (url: string): string =>
  url.replace(/^[^:]+/, protocol => protocol.toLowerCase().replace('kurrentdb', 'esdb'))
