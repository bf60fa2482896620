import { packed } from '@tba/event-store/packed-position.ts'
import { recordedMs } from '@tba/events/history/recorded-at.ts'
import { plain, searchedText } from '@tba/events/history/words.ts'
import { streams } from '@tba/events/streams.ts'
import { isCrowd, kindKey, nameKey, shortKey } from '@tba/runtime/history/row-keys.ts'
import type { HandedEvent } from '@tba/runtime/log/event-log.ts'
import { isUnreadable } from '@tba/runtime/log/unreadable.ts'
import { type Change, table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

type EventRow = {
  position: string
  recordedAt: string
  stream: number
  kind: number
  eventId: number
  correlation: number
}
type KindRow = { key: number; type: string; actor: string; text: string; count: number }
type MarkRow = { position: string; stream: number; actor: number | null; visit: number | null }

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
  const { position, stream } = event
  const recordedAt = new Date(recordedMs(event)).toISOString()
  const place = packed(position)
  const said = saidIn(event)
  const isOfVisit = stream.startsWith(visitPrefix)
  const actor = isCrowd(said.actor) ? said.actor : ''
  const text = isUnreadable(event) ? '' : searchedText(stream, event.data)
  const kind = { type: event.type, actor, text }
  const key = kindKey({ ...kind, isOfVisit })
  const mark = {
    actor: actor === '' && said.actor !== '' ? nameKey(said.actor) : null,
    visit: said.visit !== '' && streams.visit(said.visit) !== stream ? nameKey(plain(said.visit)) : null,
  }
  return [
    events.put({
      position: place,
      recordedAt,
      stream: nameKey(stream),
      kind: key,
      eventId: shortKey(event.id),
      correlation: shortKey(said.correlation),
    }),
    kinds.fold(key, row => ({ key, ...kind, count: (row?.count ?? 0) + 1 })),
    ...(mark.actor === null && mark.visit === null
      ? []
      : [marks.put({ position: place, stream: nameKey(stream), ...mark })]),
    ...(timedVisit.test(stream) ? [] : [names.put({ name: stream })]),
    within(recordedAt, place),
  ]
}

/** Of an event that is damaged, not even these have to be there. */
function saidIn({ metadata }: HandedEvent) {
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
  version: 5,
  sql: new URL('./history.sql', import.meta.url),
  tables: [events, kinds, marks, names, { ...hours, isLoose: true }],
  every: taken,
  on: {
    VisitsExpired: ({ data }) =>
      data.visits.flatMap(visit => {
        const name = streams.visit(visit)
        const stream = nameKey(name)
        return [
          events.drop('stream', stream, gone),
          marks.erase('stream', stream),
          ...(timedVisit.test(name) ? [] : [names.remove(name)]),
        ]
      }),
  },
}
