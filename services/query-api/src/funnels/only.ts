import sql, { empty, join, type Sql } from 'sql-template-tag'

/** Of a replay: which events count; what is absent or empty bounds nothing. */
export type Only = {
  from: string | null
  to: string | null
  types: readonly string[]
  visits: readonly string[]
}

/** The same as a condition on rows of the table `events`. */
export function isPlayed({ from, to, types, visits }: Only): Sql {
  const conditions = [
    from === null ? empty : sql`and recorded_ms >= ${Date.parse(from)}::double`,
    to === null ? empty : sql`and recorded_ms < ${Date.parse(to)}::double`,
    types.length === 0 ? empty : sql`and type in (${join([...types])})`,
    visits.length === 0 ? empty : sql`and coalesce(own_visit, visit) in (${join([...visits])})`,
  ]
  return join(conditions, ' ')
}
