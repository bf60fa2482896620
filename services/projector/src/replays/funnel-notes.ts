import type { Position, Recorded } from '@tba/event-store/port.ts'
import type { JsonObject } from '@tba/events/json.ts'

/** What a funnel keeps of an event: what it is made of, so that the next worker need not read the log for it. */
export type Note = Pick<Recorded, 'stream' | 'type' | 'position'> & {
  visitId: string | null
  /** When it was recorded, and bit k where it matches step k + 1. */
  at: number
  steps: number
  data: JsonObject
}

/** What an event says of units, be it of whatever type. */
const told = ['userId', 'accountId', 'userAgent', 'referrer', 'page', 'plan'] as const

/** Of another build notes may look otherwise: then the log is read from its beginning. */
const format = 1

export function lineOf({ stream, type, position, visitId, at, steps, data }: Note): string {
  const kept: JsonObject = {}
  for (const name of told) if (data[name] !== undefined) kept[name] = data[name]
  return `${JSON.stringify([format, stream, type, position, visitId, at, steps, kept])}\n`
}

type Line = [number, string, string, Position, string | null, number | null, number, JsonObject]

/** Null where another build has written it. */
export function readNote(line: string): Note | null {
  const [its, stream, type, position, visitId, at, steps, data] = JSON.parse(line) as Line
  return its === format ? { stream, type, position, visitId, at: at ?? Number.NaN, steps, data } : null
}
