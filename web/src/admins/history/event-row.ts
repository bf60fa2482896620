import { type HistoryEvent, historyEvent, historyPage } from '@tba/events/history/views.ts'
import { saysOf } from './says.ts'

/** What the list keeps of an event: of thousands of rows nobody reads the data, which the drawer asks for. */
export type EventRow = Pick<
  HistoryEvent,
  'id' | 'position' | 'stream' | 'type' | 'recordedAt' | 'actor' | 'visitId'
> & { says: string }

const rowOf = ({ id, position, stream, type, recordedAt, actor, visitId, data }: HistoryEvent): EventRow => ({
  id,
  position,
  stream,
  type,
  recordedAt,
  actor,
  visitId: visitId ?? visitOf(stream),
  says: saysOf({ type, data }),
})

/** The visit whose own stream this is. */
export const visitOf = (stream: string) =>
  stream.startsWith('visit-') ? stream.slice('visit-'.length) : null

/** An event, and a page of them, as they come; what they become is all that is kept. */
export const eventRow = historyEvent.transform(rowOf)
export const rowsPage = historyPage.transform(({ events, ...page }) => ({ ...page, rows: events.map(rowOf) }))
