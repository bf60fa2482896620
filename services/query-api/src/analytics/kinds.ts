import type { JsonObject } from '@tba/events/json.ts'
import sql from 'sql-template-tag'
import type { Reading } from './reading.ts'

export type Kind = { type: string; said: JsonObject }

/** What every event says, by its number. */
export async function kindsOf(reading: Reading): Promise<ReadonlyMap<number, Kind>> {
  const key = `kinds ${reading.lastKind}`
  const known = reading.answers.get(key) as ReadonlyMap<number, Kind> | undefined
  if (known) return known
  const rows = await reading.rows<{ kind: number; type: string; said: string }>(sql`from kinds`)
  const kinds = new Map(
    rows.map(({ kind, type, said }) => [kind, { type, said: JSON.parse(said) as JsonObject }]),
  )
  reading.answers.set(key, kinds)
  return kinds
}
