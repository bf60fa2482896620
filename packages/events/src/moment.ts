import { z } from 'zod'

/** PostgreSQL reads no other years in this form, and nothing was recorded in them. */
const [earliest, latest] = [Date.parse('0001-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')]

const timeMs = (message: string) =>
  z.union([z.iso.datetime({ offset: true }), z.iso.date()], message).transform(text => Date.parse(text))

/** A time with its zone, or the beginning of a day in UTC; its output is a time in UTC. What lies beyond begins or ends there. */
export const moment = (message: string) =>
  timeMs(message).transform(at => new Date(Math.min(latest, Math.max(earliest, at))).toISOString())

/** The same in a querystring: its output is in ms since 1970, and what lies beyond is refused. */
export const momentMs = (message: string) =>
  timeMs(message).refine(at => at >= earliest && at <= latest, message)

/** The time of an event; 1970 if its time is damaged. */
export function recordedMs({ recordedAt }: { recordedAt: string }): number {
  const at = Date.parse(recordedAt)
  return at >= earliest && at <= latest ? at : 0
}
