import { startOfDay } from './rome-time.ts'

/** A moment as an address says it; a day, as one writes by hand, is its beginning in Rome. */
export const momentIn = (said: string) => (/^\d{4}-\d\d-\d\d$/.test(said) ? startOfDay(said) : said)
