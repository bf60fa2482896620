import { idOf } from '@tba/events/streams.ts'
import type { DatabasePool } from 'slonik'
import { retryBehind, skipBehind } from '../engine/parked.ts'
import type { EventOf } from '../engine/projection.ts'
import { askRebuild } from '../engine/rebuilds.ts'

/** What administrators want of a projection goes into the tables in which its leader looks. */

type Deps = { pool: DatabasePool }

export const rebuildAsked = ({ pool }: Deps, event: EventOf<'ProjectionRebuildRequested'>) =>
  askRebuild(pool, idOf(event.stream), event)

type Parked = EventOf<'ParkedStreamRetried' | 'ParkedStreamSkipped'>

export function parkedAsked({ pool }: Deps, { type, stream, data }: Parked): Promise<void> {
  const waiting = { projection: idOf(stream), stream: data.parked, eventId: data.eventId }
  return type === 'ParkedStreamRetried' ? retryBehind(pool, waiting) : skipBehind(pool, waiting)
}
