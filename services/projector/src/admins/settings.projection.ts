import { idOf } from '@tba/events/streams.ts'
import { table } from '../engine/change.ts'
import type { Projection } from '../engine/projection.ts'

const rows = table<{ name: string; measurementId: string }>('settings', 'name')

export const settings: Projection = {
  name: 'settings',
  version: 1,
  sql: new URL('./settings.sql', import.meta.url),
  tables: [rows],
  on: {
    MeasurementIdChanged: ({ stream, data }) =>
      rows.put({ name: idOf(stream), measurementId: data.measurementId }),
  },
}
