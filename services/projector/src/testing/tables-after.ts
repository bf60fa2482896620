import { deepStrictEqual } from 'node:assert/strict'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { Row } from '../engine/change.ts'
import { member, takeBatch } from '../engine/follow/batch.ts'
import { origin, type Projection } from '../engine/projection.ts'
import { foldParts } from '../engine/tables/fold-parts.ts'
import { apply, type Rows, sorted } from './rows-after.ts'

type Tables = Map<string, Rows>

/**
 * The rows of all tables of a projection after these events, in key order, without a database.
 * @throws {AssertionError} if they depend on the batches
 */
export async function tablesAfter(
  projection: Projection,
  events: readonly RecordedEvent[],
): Promise<Record<string, Row[]>> {
  const inOneBatch = await afterBatch(projection, new Map(), events)
  let oneByOne: Tables = new Map()
  for (const event of events) oneByOne = await afterBatch(projection, oneByOne, [event])
  deepStrictEqual(shown(projection, oneByOne), shown(projection, inOneBatch))
  return shown(projection, inOneBatch)
}

function shown({ tables }: Projection, after: Tables): Record<string, Row[]> {
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
