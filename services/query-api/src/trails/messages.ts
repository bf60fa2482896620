import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import type { Position } from '@tba/event-store/port.ts'
import type { JsonObject } from '@tba/events/json.ts'

/** An event of the log, of which nothing is opened. */
export type LogEvent = {
  place: PackedPosition
  stream: string
  visitId: string | null
  data: JsonObject
}

/** Asks the log for the events at these places; those that are no longer there are left out. */
export type ReadLog = (places: readonly PackedPosition[], like: Position) => Promise<readonly LogEvent[]>

/** To the worker: a question, or the events that it asked for. */
export type ToWorker =
  | { ask: number; name: string; args: unknown }
  /** Nobody waits for this answer any more. */
  | { drop: number }
  | { close: true }
  | { read: number; events: readonly LogEvent[] | null }

/** From the worker: an answer, or a question about events of the log. */
export type FromWorker =
  | { answer: number; result: unknown }
  | { answer: number; failed: Failed }
  | { read: number; places: readonly PackedPosition[]; like: Position }

/** `position`: what was asked for names no place of this log; `long`, `large`: it would take too long, or too much. */
export type Failed = {
  kind: 'position' | 'long' | 'large' | 'unavailable' | 'dropped' | 'error'
  message: string
}

export type TrailsSettings = { connectionString: string; mostBytes: number }

export class Refused extends Error {
  override readonly name = 'Refused'
  readonly kind: Failed['kind']
  constructor(kind: Failed['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
