/** What the address of a log in EventStoreDB or KurrentDB may begin with. */
export const protocols = /^(esdb|kurrentdb)(\+discover)?$/

/** The client knows KurrentDB's addresses by their older name only. */
export const clientAddress = (url: string): string => url.replace(/^kurrentdb/i, 'esdb')
