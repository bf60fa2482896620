import type { FunnelEvent } from '@tba/events/funnels/events.ts'
import { idOf } from '@tba/events/streams.ts'
import { type Change, table } from '../engine/change.ts'
import type { EventOf, Projection } from '../engine/projection.ts'

type Definition = Extract<FunnelEvent, { type: 'FunnelSaved' }>['data']['definition']
type FunnelRow = {
  id: string
  name: string
  definition: Definition
  savedBy: string
  savedAt: string
  position: string
}

const rows = table<FunnelRow>('funnels', 'id')

function saved(event: EventOf<'FunnelSaved' | 'FunnelChanged'>): Change {
  const { name, definition } = event.data
  return rows.put({ id: idOf(event.stream), name, definition, ...savedIn(event) })
}

const savedIn = ({
  metadata,
  recordedAt,
  position,
}: EventOf<'FunnelSaved' | 'FunnelChanged' | 'FunnelRenamed'>) => ({
  savedBy: metadata.actor,
  savedAt: recordedAt,
  position,
})

/** The funnels that administrators saved; how far each of them has counted is not its matter. */
export const funnels: Projection = {
  name: 'funnels',
  version: 1,
  sql: new URL('./funnels.sql', import.meta.url),
  tables: [rows],
  on: {
    FunnelSaved: saved,
    FunnelChanged: saved,
    FunnelRenamed: event =>
      rows.change(idOf(event.stream), row => ({ ...row, name: event.data.name, ...savedIn(event) })),
    FunnelDeleted: ({ stream }) => rows.remove(idOf(stream)),
  },
}
