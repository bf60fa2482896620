import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

type ViewRow = {
  id: string
  name: string
  filters: { [filter: string]: string | string[] }
  savedBy: string
  savedAt: string
  position: string
}

const rows = table<ViewRow>('history_views', 'id')

/** The views of the history that are there to be opened. */
export const historyViews: Projection = {
  name: 'history-views',
  version: 1,
  sql: new URL('./history-views.sql', import.meta.url),
  tables: [rows],
  on: {
    HistoryViewSaved: ({ stream, data: { name, filters }, metadata, recordedAt, position }) =>
      rows.put({
        id: idOf(stream),
        name,
        filters: { ...filters } as ViewRow['filters'],
        savedBy: metadata.actor,
        savedAt: recordedAt,
        position,
      }),
    HistoryViewRenamed: ({ stream, data: { name }, metadata, recordedAt, position }) =>
      rows.change(idOf(stream), row => ({
        ...row,
        name,
        savedBy: metadata.actor,
        savedAt: recordedAt,
        position,
      })),
    HistoryViewDeleted: ({ stream }) => rows.remove(idOf(stream)),
  },
}
