import { type HistoryEvent, historyDetail, historyPage } from '@tba/events/history/views.ts'
import { type Twin, twinOf } from '@tba/events/tracking/twins.ts'
import { useMemo } from 'react'
import useSWR from 'swr'
import { readAs } from '../api/calls.ts'
import { usePages } from '../api/pages.ts'
import { summaryOf } from '../parts/words/event-summary.ts'

/** Without the data: the drawer reads it. */
export type EventRow = Omit<HistoryEvent, 'data'> & { summary: string; twin: Twin | null }

export const rowOf = ({ data, ...event }: HistoryEvent): EventRow => ({
  ...event,
  visitId: event.visitId ?? visitOf(event.stream),
  summary: summaryOf({ ...event, data }),
  twin: twinOf(event.type, data),
})

export const visitOf = (stream: string) =>
  stream.startsWith('visit-') ? stream.slice('visit-'.length) : null

const rowsPage = historyPage.transform(({ events, ...page }) => ({ ...page, rows: events.map(rowOf) }))

/** `isAutomatic`: live events cause the reads. */
export function useHistory(query: string, isAutomatic: boolean) {
  const list = usePages(`/api/admin/events?${query}`, rowsPage, { limit: 100, isAutomatic })
  const { pages, error, isValidating, more } = list
  const rows = useMemo(() => pages.flatMap(page => page.rows), [pages])
  const canReadMore = pages.length > 0 && !isValidating && !error
  return { ...list, rows, readMore: () => canReadMore && void more() }
}

/** A failure is shown in place, without a toast. */
export const useEventDetail = (id: string) =>
  useSWR(`/api/admin/events/${encodeURIComponent(id)}`, readAs(historyDetail))
