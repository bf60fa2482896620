import { isAddress } from './eventstoredb/address.ts'

/** Whether the log lies in a PostgreSQL, where it is backed up with the rest and its disk can be looked at. */
export const isInPostgres = (url: string): boolean => /^postgres(ql)?:\/\//i.test(url) && URL.canParse(url)

/** Whether there is an adapter for the address. */
export const isLogAddress = (url: string): boolean => isInPostgres(url) || isAddress(url)
