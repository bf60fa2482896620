/** Of a log in EventStoreDB or KurrentDB: one or more hosts, whose ports a URL could not all hold. */
const address =
  /^(esdb|kurrentdb)(\+discover)?:\/\/([^:@/?\s]+:[^@/?\s]+@)?[^@,/?\s]+(,[^@,/?\s]+)*\/?(\?[^?\s]+)?$/i

export const isAddress = (url: string): boolean => address.test(url)

/** The client knows KurrentDB's addresses by their older name only, and a protocol in small letters. */
export const clientAddress = (url: string): string =>
  url.replace(/^[^:]+/, protocol => protocol.toLowerCase().replace('kurrentdb', 'esdb'))
