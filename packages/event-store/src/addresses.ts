/** Of a log in EventStoreDB or KurrentDB: one or more hosts, whose ports a URL could not all hold. */
const eventStoreAddress =
  /^(esdb|kurrentdb)(\+discover)?:\/\/([^:@/?\s]+:[^@/?\s]+@)?[^@,/?\s]+(,[^@,/?\s]+)*\/?(\?[^?\s]+)?$/i

/** Whether the log lies in a PostgreSQL, where it is backed up with the rest and its disk can be looked at. */
export const isInPostgres = (url: string): boolean => /^postgres(ql)?:\/\//i.test(url) && URL.canParse(url)

/** Whether there is an adapter for the address. */
export const isLogAddress = (url: string): boolean => isInPostgres(url) || eventStoreAddress.test(url)

/** EventStoreDB's client knows KurrentDB's addresses by their older name only, and a protocol in small letters. */
export const clientAddress = (url: string): string =>
  url.replace(/^[^:]+/, protocol => protocol.toLowerCase().replace('kurrentdb', 'esdb'))
