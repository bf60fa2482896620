import sql, { type Sql } from 'sql-template-tag'

const hourMs = 3_600_000

/** The hour of a time in ms. */
export const hourOf = (ms: Sql): Sql => sql`(${ms} // ${hourMs})`

/**
 * (hour, n): in which interval each hour lies, up to the one of `toMs`. Events are joined with this by their hour: so the
 * calendar is asked once per interval, and no sort is needed.
 * @param starts of the intervals, in ms, in their order. Only the first may lie within an hour.
 */
export function numbersOfHours(starts: readonly number[], toMs: number): Sql {
  const hours = starts.map(ms => Math.floor(ms / hourMs))
  return sql`
    select hour, n from (select unnest(range(${hours[0] ?? 0}, ${Math.floor(toMs / hourMs) + 1})) as hour)
    asof join (
      select unnest(range(${hours.length})) as n, unnest(from_json(${JSON.stringify(hours)}::json, '["BIGINT"]')) as first_hour
    ) on hour >= first_hour`
}
