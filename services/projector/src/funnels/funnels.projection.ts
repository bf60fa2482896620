import type { JsonObject } from '@tba/events/json.ts'
import { idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf, Projection } from '../engine/projection.ts'
import { savedBy } from '../views/history-views.projection.ts'

type FunnelRow = {
  id: string
  name: string
  definition: JsonObject
  savedBy: string
  savedAt: string
  position: string
}

const rows = table<FunnelRow>('funnels', 'id')

const saved = (event: EventOf<'FunnelSaved' | 'FunnelChanged'>): Change =>
  rows.put({ ...savedBy(event), ...event.data, definition: event.data.definition as JsonObject })

/** The saved funnels, without their counts. */
export const funnels: Projection = {
  name: 'funnels',
  version: 3,
  sql: new URL('./funnels.sql', import.meta.url),
  tables: [rows],
  on: {
    FunnelSaved: saved,
    FunnelChanged: saved,
    FunnelDeleted: ({ stream }) => rows.remove(idOf(stream)),
  },
}
