import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { EventOf, Projection } from '../engine/projection.ts'

type ViewRow = {
  id: string
  name: string
  filters: { [filter: string]: string | string[] }
  savedBy: string
  savedAt: string
  position: string
}

const rows = table<ViewRow>('history_views', 'id')

type Saving = Pick<EventOf<'FunnelSaved'>, 'stream' | 'metadata' | 'recordedAt' | 'position'>
/** Of what administrators save by name: who did so last. */
export const savedBy = ({ stream, metadata, recordedAt, position }: Saving) => ({
  ...{ id: idOf(stream), savedBy: metadata.actor, savedAt: recordedAt, position },
})

/** The views of the history that are there to be opened. */
export const historyViews: Projection = {
  name: 'history-views',
  version: 2,
  sql: new URL('./history-views.sql', import.meta.url),
  tables: [rows],
  on: {
    HistoryViewSaved: event =>
      rows.put({
        ...savedBy(event),
        ...event.data,
        filters: { ...event.data.filters } as ViewRow['filters'],
      }),
    HistoryViewRenamed: event =>
      rows.change(idOf(event.stream), row => ({ ...row, ...savedBy(event), ...event.data })),
    HistoryViewDeleted: ({ stream }) => rows.remove(idOf(stream)),
  },
}
