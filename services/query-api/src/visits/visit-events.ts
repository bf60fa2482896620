import { type PackedPosition, packed } from '@tba/event-store/packed-position.ts'
import type { EventStore, Position } from '@tba/event-store/port.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import { streams } from '@tba/events/streams.ts'
import { nameKey } from '@tba/runtime/history/row-keys.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { wholeAt } from '../history/find-events.ts'
import { mostEvents } from './count-visits.ts'

/** Of all events of an answer together: one may be large itself. */
const mostBytes = 8 * 1024 * 1024
/** At once, so that large ones do not lie in memory by the thousand. */
const readAtOnce = 500

const row = z.object({ position: z.string().transform(text => text as PackedPosition) })

type Part = { id: string; after: PackedPosition | null; like: Position }

/** Its events in the order of the log, those of others that name it among them; `end`: behind which there are more. */
export async function visitEvents(
  { pool, store }: { pool: DatabasePool; store: Pick<EventStore, 'readAt'> },
  { id, after, like }: Part,
): Promise<{ events: HistoryEvent[]; end: PackedPosition | null }> {
  const stream = nameKey(streams.visit(id))
  const behind = after === null ? sql.fragment`true` : sql.fragment`position > ${after}::uuid`
  const rows = await pool.any(sql.type(row)`
    select position from read.history_events where stream = ${stream} and ${behind}
    union
    select position from read.history_marks where carrier = ${stream} and ${behind}
    order by position limit ${mostEvents + 1}`)
  const places = rows.slice(0, mostEvents).map(({ position }) => position)
  const events: HistoryEvent[] = []
  let left = mostBytes
  for (let at = 0; at < places.length; at += readAtOnce) {
    for (const event of await wholeAt(store, places.slice(at, at + readAtOnce), like)) {
      // Hashes led here: the event itself says whose it is.
      if (event.stream !== streams.visit(id) && event.metadata?.visitId !== id) continue
      if (left < 0) return { events, end: placeOf(events.at(-1)) }
      const shown = historyEventOf(event)
      left -= Buffer.byteLength(JSON.stringify(shown))
      events.push(shown)
    }
  }
  return { events, end: rows.length > mostEvents ? (places.at(-1) ?? null) : null }
}

const placeOf = (event: HistoryEvent | undefined) => (event ? packed(event.position as Position) : null)
