import type { HistoryEvent, HistoryPage } from '@tba/events/history/views.ts'
import { openConsole } from './administrators.ts'
import { json, type Routes } from './api.ts'
import { liveStream } from './live-stream.ts'

export const positionAt = (at: number) => `p${String(at).padStart(12, '0')}`
export const idAt = (at: number) => `e0e0e0e0-0000-4000-8000-${String(at).padStart(12, '0')}`

/** The nth event of a log. */
export const eventAt = (at: number, changed: Partial<HistoryEvent> = {}): HistoryEvent => ({
  id: idAt(at),
  position: positionAt(at),
  stream: 'visit-prova',
  revision: at,
  type: 'InteractionTracked',
  recordedAt: '2026-11-21T23:30:15.250Z',
  actor: 'visitor',
  correlationId: 'richiesta-1',
  causationId: 'comando-1',
  visitId: null,
  schemaVersion: 1,
  data: {
    eventType: 'button_click',
    elementId: null,
    elementText: `Bottone ${at}`,
    page: `${location.origin}/`,
  },
  sealed: [],
  ...changed,
})

/** The events from `to` down to `from`. */
export const newestFirst = (to: number, from: number) =>
  Array.from({ length: to - from + 1 }, (_, behind) => eventAt(to - behind))

export const historyPageOf = (events: HistoryEvent[], changed: Partial<HistoryPage> = {}): HistoryPage => ({
  events,
  found: null,
  next: null,
  head: events[0]?.position ?? null,
  lagMs: 0,
  ...changed,
})

/** Answers a page request of the history. */
export const pageCall = (query = '') => `GET /api/admin/events?${query && `${query}&`}limit=100`

export function openHistory(query = '', events: HistoryEvent[] = newestFirst(3, 1), answers: Routes = {}) {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  return openConsole(`/admin/events${query && `?${query}`}`, {
    [pageCall()]: () => json(200, historyPageOf(events)),
    ...answers,
  })
}

/** The answer of an opened event. */
export const detailOf = (at: number, more = {}) => ({
  [`GET /api/admin/events/${idAt(at)}`]: () =>
    json(200, {
      event: eventAt(at),
      session: null,
      erasedAt: null,
      cause: null,
      effects: [],
      siblings: [],
      ...more,
    }),
})

/** A stream of server-sent events that the test writes, until its client closes it. */
export function liveAnswer() {
  const stream = liveStream()
  return {
    ...stream,
    event: (event: HistoryEvent) => stream.emit('event', event, event.position),
    /** @param reached the event up to which the log was searched */
    head: (lagMs: number, reached?: number) =>
      stream.emit('head', { head: positionAt(1), lagMs }, reached ? positionAt(reached) : undefined),
  }
}
