import type { Position } from '@tba/event-store/port.ts'

/** Which tables the history stands in at the moment, and how far they are. */
export type Standing = {
  /** Empty: nothing is projected yet. */
  position: Position
  schema: string
  /** The table itself: another one where it was folded anew. */
  table: string
  /** Of streams that the history does not take in for now: the events that they wait behind. */
  parked: ReadonlyMap<string, string>
}

/** There are no tables yet. */
export class NotThere extends Error {
  override readonly name = 'NotThere'
}

export type StandingRow = Omit<Standing, 'parked'> & { parked: [string, string][] | null }

export const standingQuery = `
  select c.position, c.schema, d.oid || '/' || t.oid as "table",
    (select json_agg(json_build_array(p.stream, p.event_id)) from projector.parked p
     where p.projection = c.projection and p.version = c.version) as parked
  from projector.checkpoints c
  join pg_catalog.pg_database d on d.datname = current_database()
  join pg_catalog.pg_namespace n on n.nspname = c.schema
  join pg_catalog.pg_class t on t.relnamespace = n.oid and t.relname = 'history_events'
  where c.projection = 'history'`

/** @throws {NotThere} */
export function standingIn(row: StandingRow | undefined): Standing {
  if (!row) throw new NotThere('the history has no tables that can be counted')
  const { position, schema, table, parked } = row
  return { position, schema, table, parked: new Map(parked ?? []) }
}
