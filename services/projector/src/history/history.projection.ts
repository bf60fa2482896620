import { packed } from '@tba/event-store/packed-position.ts'
import { recordedMs } from '@tba/events/history/recorded-at.ts'
import { told } from '@tba/events/history/told.ts'
import { plain, searchedText } from '@tba/events/history/words.ts'
import type { JsonObject } from '@tba/events/json.ts'
import { streams } from '@tba/events/streams.ts'
import { isCrowd, kindKey, nameKey, shortKey } from '@tba/runtime/history/row-keys.ts'
import type { HandedEvent } from '@tba/runtime/log/event-log.ts'
import { isUnreadable } from '@tba/runtime/log/unreadable.ts'
import { type Change, table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'
import { accounts, sessions, ties, tiesOf } from './ties.ts'

type EventRow = {
  position: string
  recordedAt: string
  stream: number
  kind: number
  eventId: number
  correlation: number
}
type KindRow = { key: number; type: string; actor: string; text: string; said: JsonObject; count: number }
type MarkRow = {
  position: string
  stream: number
  actor: number | null
  visit: number | null
  carrier: number | null
}

const events = table<EventRow>('history_events', 'position')
const kinds = table<KindRow>('history_kinds', 'key')
const marks = table<MarkRow>('history_marks', 'position')
const names = table<{ name: string }>('history_streams', 'name')
const hours = table<{ hour: string; first: string; last: string }>('history_hours', 'hour')

const visitPrefix = streams.visit('')
/** These are found by the time. */
const timedVisit = /^visit-session_\d{13}_/

/** Every event, also one of which this build can read no more than its envelope. */
function taken(event: HandedEvent): Change[] {
  const { position } = event
  const recordedAt = new Date(recordedMs(event)).toISOString()
  const place = packed(position)
  const stream = nameKey(event.stream)
  const metadata = saidIn(event)
  const kind = kindOf(event, isCrowd(metadata.actor) ? metadata.actor : '')
  const mark = markOf(event, metadata)
  return [
    events.put({
      position: place,
      recordedAt,
      stream,
      kind: kind.key,
      eventId: shortKey(event.id),
      correlation: shortKey(metadata.correlation),
    }),
    kinds.fold(kind.key, row => ({ ...kind, count: (row?.count ?? 0) + 1 })),
    ...(mark.actor === null && mark.visit === null ? [] : [marks.put({ position: place, stream, ...mark })]),
    ...(timedVisit.test(event.stream) ? [] : [names.put({ name: event.stream })]),
    within(recordedAt, place),
    ...tiesOf(event, mark.carrier),
  ]
}

function kindOf(event: HandedEvent, actor: string): Omit<KindRow, 'count'> {
  const { type, stream } = event
  const said = isUnreadable(event) ? {} : told(type, event.data)
  const key = kindKey({ type, actor, said, isOfVisit: stream.startsWith(visitPrefix) })
  return { key, type, actor, text: searchedText(stream, said), said }
}

function markOf(
  { stream }: HandedEvent,
  { actor, visit }: Said,
): Pick<MarkRow, 'actor' | 'visit' | 'carrier'> {
  const carrier = streams.visit(visit)
  const isCarried = visit !== '' && carrier !== stream
  return {
    actor: actor !== '' && !isCrowd(actor) ? nameKey(actor) : null,
    visit: isCarried ? nameKey(plain(visit)) : null,
    carrier: isCarried ? nameKey(carrier) : null,
  }
}

type Said = { actor: string; visit: string; correlation: string }

/** Of an event that is damaged, not even these have to be there. */
function saidIn({ metadata }: HandedEvent): Said {
  const said: Record<string, unknown> = metadata ?? {}
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    actor: text(said.actor),
    visit: text(said.visitId),
    correlation: text(said.correlationId),
  }
}

const hourMs = 3_600_000

function within(recordedAt: string, place: string): Change {
  const hour = new Date(Math.floor(Date.parse(recordedAt) / hourMs) * hourMs).toISOString()
  return hours.fold(hour, row => {
    if (!row) return { hour, first: place, last: place }
    if (place >= row.first && place <= row.last) return row
    return { hour, first: place < row.first ? place : row.first, last: place > row.last ? place : row.last }
  })
}

/** What visitors wrote goes with the last visit in which it was. */
function gone({ kind }: EventRow): Change[] {
  return [kinds.fold(kind, row => (row && row.count > 1 ? { ...row, count: row.count - 1 } : null))]
}

/** What the console searches: see decision 025. */
export const history: Projection = {
  name: 'history',
  version: 1,
  sql: new URL('./history.sql', import.meta.url),
  tables: [events, kinds, marks, names, { ...hours, isLoose: true }, accounts, sessions, ties],
  every: taken,
  on: {
    VisitsExpired: ({ data }) =>
      data.visits.flatMap(visit => {
        const name = streams.visit(visit)
        const stream = nameKey(name)
        return [
          events.drop('stream', stream, gone),
          marks.erase('stream', stream),
          marks.clear('carrier', stream),
          ties.erase('visit', stream),
          ...(timedVisit.test(name) ? [] : [names.remove(name)]),
        ]
      }),
  },
}
