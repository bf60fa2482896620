import { deepStrictEqual } from 'node:assert/strict'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { Row, Scalar } from '../engine/change.ts'
import { member, takeBatch } from '../engine/follow/batch.ts'
import { origin, type Projection } from '../engine/projection.ts'
import { foldSteps, keyText, type Writes } from '../engine/tables/fold.ts'

export type Rows = Map<Scalar, Row>

/**
 * The rows of a projection's only table after these events, in key order, without a database.
 * @throws {AssertionError} if they depend on the batches
 */
export function rowsAfter(projection: Projection, events: readonly RecordedEvent[]): Row[] {
  const [table] = projection.tables
  if (!table || projection.tables.length > 1) throw new Error(`${projection.name} has not one table`)
  const inOneBatch = afterBatch(projection, new Map(), events)
  for (const size of [1, Math.ceil(events.length / 2) || 1]) {
    const starts = events.keys().filter(at => at % size === 0)
    const portions = [...starts].map(at => events.slice(at, at + size))
    const inPortions = portions.reduce((rows, portion) => afterBatch(projection, rows, portion), new Map())
    deepStrictEqual(sorted(inPortions), sorted(inOneBatch))
  }
  return sorted(inOneBatch)
}

export function sorted(rows: Rows): Row[] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

function afterBatch(projection: Projection, before: Rows, events: readonly RecordedEvent[]): Rows {
  const shapes = projection.tables.map(
    ({ name }) => [name, { schema: '', name, columns: [], key: [] }] as const,
  )
  const it = member({ projection, tables: new Map(shapes), position: origin })
  const { parts } = takeBatch([it], { events, position: origin }, Number.POSITIVE_INFINITY)
  const after = new Map(before)
  const keyColumns = projection.tables[0]?.key ?? []
  for (const { steps } of parts) apply(after, foldSteps(projection.name, steps, before).writes, keyColumns)
  return after
}

/** Applies writes in the order of the database. */
export function apply(rows: Rows, { searches, removals, upserts }: Writes, key: readonly string[]): void {
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
