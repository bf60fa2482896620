import type { Statement } from '../database/connection.ts'
import { type FoldFailed, summaryOf } from '../database/faults.ts'
import type { Projection } from '../projection.ts'
import type { CheckpointTable } from './checkpoints.ts'

/** The table with the parked streams of these checkpoints. */
export const parkedTables = { checkpoints: 'parked', builds: 'parked_builds' } as const

export type Parking = { projection: Projection; fault: FoldFailed; tries: number; person: string }

/**
 * For the transaction that moves the checkpoint past the event. If an operator already skipped it, the stream is
 * retried at once.
 */
export function parking(of: CheckpointTable, { projection, fault, tries, person }: Parking): Statement {
  const { event } = fault
  return {
    text: `insert into projector.${parkedTables[of]}
        (projection, version, stream, position, event_id, event_type, revision, person, error, tries, asked)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
        (select 'retry' from projector.skipped where projection = $1 and event_id = $5))
      on conflict (projection, version, stream) do update
      set (position, event_id, event_type, revision, error, tries, parked_at, asked) =
        (excluded.position, excluded.event_id, excluded.event_type, excluded.revision, excluded.error,
         excluded.tries, now(), excluded.asked)`,
    values: [
      ...[projection.name, projection.version, event.stream, event.position],
      ...[event.id, event.type, event.revision, person, summaryOf(fault), tries],
    ],
  }
}

/** Removes streams whose person is erased, and excludes their failed events from rebuilds. */
export function discarding(of: CheckpointTable, { name, version }: Projection, streams: readonly string[]) {
  return {
    text: `with discarded as (
        delete from projector.${parkedTables[of]} where projection = $1 and version = $2 and stream = any($3)
        returning projection, event_id, stream, position, error)
      insert into projector.skipped (projection, event_id, stream, position, error, discarded)
      select projection, event_id, stream, position, error, true from discarded on conflict do nothing`,
    values: [name, version, streams],
  }
}
