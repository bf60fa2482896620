import { z } from 'zod'

/** PostgreSQL reads no other years in these forms; nothing was recorded there. */
const [earliest, latest] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** A time, or the beginning of a day in UTC, in a querystring. Its output is in ms since 1970. */
export const moment = (message: string) =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], message)
    .transform(said => Date.parse(said))
    .refine(at => at >= earliest && at <= latest, message)
