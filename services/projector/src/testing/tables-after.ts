import { deepStrictEqual } from 'node:assert/strict'
import { origin } from '@tba/event-store/position.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { Row, Scalar } from '../engine/change.ts'
import { member, takeBatch } from '../engine/commit/batch.ts'
import { foldParts } from '../engine/commit/fold-parts.ts'
import type { Projection } from '../engine/projection.ts'
import { keyText, type Writes } from '../engine/tables/fold.ts'

type Rows = Map<Scalar, Row>
type Tables = Map<string, Rows>

/**
 * The rows of all tables of a projection after these events, in key order, without a database.
 * @throws {AssertionError} if they depend on the batches
 */
export async function tablesAfter(
  projection: Projection,
  events: readonly RecordedEvent[],
): Promise<Record<string, Row[]>> {
  const inOneBatch = shown(projection, await afterBatch(projection, new Map(), events))
  for (const size of new Set([1, Math.ceil(events.length / 2) || 1])) {
    let inPortions: Tables = new Map()
    for (let at = 0; at < events.length; at += size)
      inPortions = await afterBatch(projection, inPortions, events.slice(at, at + size))
    deepStrictEqual(shown(projection, inPortions), inOneBatch)
  }
  return inOneBatch
}

/** The same for a projection with one table. */
export async function rowsAfter(projection: Projection, events: readonly RecordedEvent[]): Promise<Row[]> {
  return Object.values(await tablesAfter(projection, events)).flat()
}

function shown({ tables }: Projection, after: Tables): Record<string, Row[]> {
  const sorted = (rows: Rows) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  return Object.fromEntries(tables.map(({ name }) => [name, sorted(after.get(name) ?? new Map())]))
}

async function afterBatch(projection: Projection, before: Tables, events: readonly RecordedEvent[]) {
  const shape = (name: string) => ({ schema: '', name, columns: [], key: [] })
  const tables = new Map(projection.tables.map(({ name }) => [name, shape(name)]))
  const it = member({ projection, tables, position: origin })
  const { parts } = takeBatch([it], { events, position: origin }, Number.POSITIVE_INFINITY)
  const after: Tables = new Map([...before].map(([name, rows]) => [name, new Map(rows)]))
  const load = async ({ name }: { name: string }) => before.get(name) ?? new Map()
  for (const { table, writes } of await foldParts(it, parts, load)) {
    const rows = after.get(table.name) ?? new Map()
    apply(rows, writes, projection.tables.find(({ name }) => name === table.name)?.key ?? [])
    after.set(table.name, rows)
  }
  return after
}

/** Applies writes in the order of the database. */
function apply(rows: Rows, { searches, removals, upserts }: Writes, key: readonly string[]): void {
  for (const { kind, column, value, except } of searches) {
    for (const [name, row] of rows) {
      if (row[column] !== value || name === keyText([except ?? ''])) continue
      if (kind === 'erase') rows.delete(name)
      else rows.set(name, { ...row, [column]: null })
    }
  }
  for (const removed of removals) rows.delete(keyText(removed))
  for (const row of upserts) rows.set(keyText(key.map(column => row[column] as Scalar)), row)
}
