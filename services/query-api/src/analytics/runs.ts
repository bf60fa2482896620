import sql, { type Sql } from 'sql-template-tag'
import { Refused } from './failures.ts'
import type { Column, Reading } from './reading.ts'

/**
 * The events of many units in columns, unit by unit and in the order of the log: those of unit `u` stand from `starts[u]` up
 * to `ends[u]`.
 */
export type Runs = {
  starts: Int32Array
  ends: Int32Array
  /** When each was recorded, in ms since 1970. */
  at: Float64Array
  /** The numbers of the events. */
  seqs: Int32Array
  /** What they say, by their numbers in the table kinds. */
  kinds: Int32Array
  /** What the query says of each. */
  marks: Uint8Array
}

/** Each takes 21 bytes. */
const mostEvents = 20_000_000

/**
 * @param events selects unit, seq, recorded_ms, kind and mark (0 to 255)
 * @throws {Refused} `large` where there are too many
 */
export async function runsOf(reading: Reading, events: Sql): Promise<Runs> {
  const [counted] = await reading.rows<{ count: number }>(
    sql`select count(*)::double as count from (${events})`,
  )
  const count = counted?.count ?? 0
  if (count > mostEvents) throw new Refused('large', 'too many events')
  const runs: Runs = {
    ...{ starts: new Int32Array(count), ends: new Int32Array(count) },
    ...{ at: new Float64Array(count), seqs: new Int32Array(count), kinds: new Int32Array(count) },
    marks: new Uint8Array(count),
  }
  let units = 0
  let row = 0
  let [high, low] = [-1, -1]
  const query = sql`
    select ${hashed}, seq, recorded_ms::double, kind, mark from (${events}) order by high, low, seq`
  for await (const { rowCount, column } of reading.columns(query)) {
    const [highs, lows, seqs, times, kinds, marks] = [0, 1, 2, 3, 4, 5].map(column) as [
      ...[Column, Column, Column, Column, Column, Column],
    ]
    for (let at = 0; at < rowCount; at++, row++) {
      const [its, other] = [highs.getItem(at) as number, lows.getItem(at) as number]
      if (its !== high || other !== low) {
        ;[high, low] = [its, other]
        runs.starts[units++] = row
      }
      runs.ends[units - 1] = row + 1
      runs.at[row] = times.getItem(at) as number
      runs.seqs[row] = seqs.getItem(at) as number
      runs.kinds[row] = kinds.getItem(at) as number
      runs.marks[row] = marks.getItem(at) as number
    }
  }
  return { ...runs, starts: runs.starts.subarray(0, units), ends: runs.ends.subarray(0, units) }
}

/** Two halves of a hash of a unit's id, which take less time and room than the id. */
export const hashed = sql`(hash(unit) >> 32)::bigint::double as high, (hash(unit) & 4294967295)::bigint::double as low`
