import { referrerHost } from '@tba/runtime/visits/referrer.ts'

/** The host that is meant, which may be given as a whole address. */
export const hostIn = (asked: string): string =>
  referrerHost(asked) ?? referrerHost(`https://${asked}`) ?? asked.toLowerCase()
