import { type HistoryEvent, historyDetail, historyEvent, historyPage } from '@tba/events/history/views.ts'
import { type Twin, twinOf } from '@tba/events/paths/twins.ts'
import { useMemo, useRef, useState } from 'react'
import useSWR from 'swr'
import { consoleCall } from '../api/calls.ts'
import { usePages } from '../api/pages.ts'
import { summaryOf } from '../parts/words/event-summary.ts'

/** Without the data: the drawer reads it. */
export type EventRow = Pick<
  HistoryEvent,
  'id' | 'position' | 'stream' | 'type' | 'recordedAt' | 'actor' | 'visitId'
> & { summary: string; twin: Twin | null }

const rowOf = ({ id, position, stream, type, recordedAt, actor, visitId, data }: HistoryEvent): EventRow => ({
  id,
  position,
  stream,
  type,
  recordedAt,
  actor,
  visitId: visitId ?? visitOf(stream),
  summary: summaryOf({ type, data }),
  twin: twinOf(type, data),
})

export const visitOf = (stream: string) =>
  stream.startsWith('visit-') ? stream.slice('visit-'.length) : null

export const eventRow = historyEvent.transform(rowOf)
const rowsPage = historyPage.transform(({ events, ...page }) => ({ ...page, rows: events.map(rowOf) }))

const rowsAPage = 100
/** Fewer rows: the server stopped its search early. */
const fewRows = 10
const mostShortPages = 5

export function useHistory(query: string) {
  const list = usePages(`/api/admin/events?${query}`, rowsPage, { limit: rowsAPage })
  const { pages, error, isValidating, isWhole, more } = list
  // After some short pages, the next one needs a press.
  const [from, setFrom] = useState(0)
  const rows = useMemo(() => pages.flatMap(page => page.rows), [pages])
  const isStalled =
    !isWhole &&
    pages.slice(from).length >= mostShortPages &&
    pages.slice(from).slice(-mostShortPages).every(isShort)
  return {
    ...list,
    rows,
    first: pages[0],
    isStalled,
    /** On scroll. */
    goOn: () => {
      if (pages.length > 0 && !isValidating && !error && !isStalled) void more()
    },
    /** On a press. */
    insist: () => {
      setFrom(pages.length)
      void more()
    },
  }
}

const isShort = ({ rows }: { rows: readonly unknown[] }) => rows.length < fewRows

/** A failure is shown in place, without a toast. */
export const useEventDetail = (id: string) =>
  useSWR(`/api/admin/events/${encodeURIComponent(id)}`, async (path: string) =>
    historyDetail.parse(await consoleCall('GET', path)),
  )

const mostSeen = 200
const seenKinds = ['stream', 'actor', 'visit'] as const
type Seen = Record<(typeof seenKinds)[number], Set<string>>

/** Streams, authors and visits seen on this page, the newest first: choices of the filters. */
export function useSeenValues() {
  const seen = useRef<Seen>({ stream: new Set(), actor: new Set(), visit: new Set() })
  function see(rows: readonly EventRow[]) {
    const newer: Seen = { stream: new Set(), actor: new Set(), visit: new Set() }
    for (const { stream, actor, visitId } of rows.slice(0, mostSeen)) {
      newer.stream.add(stream)
      newer.actor.add(actor)
      if (visitId) newer.visit.add(visitId)
    }
    for (const kind of seenKinds)
      seen.current[kind] = new Set([...newer[kind], ...seen.current[kind]].slice(0, mostSeen))
  }
  return { see, of: (kind: keyof Seen) => [...seen.current[kind]] }
}

export type SeenValues = ReturnType<typeof useSeenValues>
