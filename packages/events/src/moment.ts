import { z } from 'zod'

/** PostgreSQL reads no other years in this form, and nothing was recorded in them: what lies beyond begins or ends here. */
const [earliest, latest] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** A time with its zone, or the beginning of a day in UTC; its output is a time in UTC. */
export const moment = (message: string) =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], message)
    .transform(said => new Date(Math.min(latest, Math.max(earliest, Date.parse(said)))).toISOString())
