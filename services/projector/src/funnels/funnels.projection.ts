import type { JsonObject } from '@tba/events/json.ts'
import { idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf, Projection } from '../engine/projection.ts'

type FunnelRow = {
  id: string
  name: string
  definition: JsonObject
  savedBy: string
  savedAt: string
  position: string
}

const rows = table<FunnelRow>('funnels', 'id')

function saved({
  stream,
  data,
  metadata,
  recordedAt,
  position,
}: EventOf<'FunnelSaved' | 'FunnelChanged'>): Change {
  return rows.put({
    id: idOf(stream),
    ...data,
    definition: data.definition as JsonObject,
    savedBy: metadata.actor,
    savedAt: recordedAt,
    position,
  })
}

/** The funnels that administrators saved; what they count is not its matter. */
export const funnels: Projection = {
  name: 'funnels',
  version: 2,
  sql: new URL('./funnels.sql', import.meta.url),
  tables: [rows],
  on: {
    FunnelSaved: saved,
    FunnelChanged: saved,
    FunnelDeleted: ({ stream }) => rows.remove(idOf(stream)),
  },
}
