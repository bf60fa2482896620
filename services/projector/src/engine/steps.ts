import { escapeIdentifier as quoted } from 'pg'
import { usualBatchSize } from './batch-size.ts'
import type { TableShape } from './catalogue.ts'
import type { Erasure, Key, Scalar } from './change.ts'
import { decoded, encoded, selected } from './column.ts'
import { atomically, type Connection, type Statement } from './connection.ts'
import type { Writes } from './fold.ts'
import type { TableWrites } from './fold-parts.ts'
import { keyValues, parameters, placeOf } from './rows.ts'

/**
 * What an event removes by the million, as when a customer with very many clicks is erased, goes in steps: transactions of a
 * few rows each, before the one that brings the rest of the batch and moves the checkpoint. A step may be done again, and
 * whoever comes after a crash goes on with the rows that are left. What comes before such an event must not be folded again
 * over tables without those rows, so that it begins its batch. Erasures with consequences go at once: their rows are loaded.
 */
export type Stepping = {
  /** How many rows a transaction may change. */
  limit?: () => number
  /** Begins each transaction; fails where somebody else writes this projection's tables by now. */
  first?: (projection: string) => Promise<void>
  onStep?: (rowCount: number, transactionMs: number) => void
  signal?: AbortSignal
}

/** Many: each search passes over the rows that went before, for as long as an old snapshot still sees them. */
const keysAtOnce = 20_000

/** Leaves to the batch's own transaction what fits into one step. */
export async function takeSteps(
  connection: Connection,
  tables: readonly TableWrites[],
  { limit = () => usualBatchSize.start, first = async () => {}, onStep, signal }: Stepping = {},
): Promise<void> {
  for (const { projection, table, writes } of tables) {
    for (const search of searchesOf(writes)) {
      for (;;) {
        const keys = await findKeys(connection, table, search)
        if (keys.length <= limit()) break
        for (let at = 0; at < keys.length; ) {
          signal?.throwIfAborted()
          const some = keys.slice(at, at + limit())
          const startedAt = performance.now()
          const statement = { ...stepOver(table, search, some), projection }
          await atomically(connection, () => first(projection), [statement])
          onStep?.(some.length, performance.now() - startedAt)
          at += some.length
        }
      }
    }
  }
}

/** Rows that have one of these values in a column: to be removed, or to lose it. */
type Search = { column: string; wanted: readonly Erasure[]; isClearing: boolean }

function searchesOf({ erasures, clearings }: Writes): Search[] {
  const cleared = clearings.map(clearing => ({ ...clearing, except: null }))
  return [
    ...[...Map.groupBy(erasures, ({ column }) => column)].map(([column, wanted]) => ({
      ...{ column, wanted, isClearing: false },
    })),
    ...[...Map.groupBy(cleared, ({ column }) => column)].map(([column, wanted]) => ({
      ...{ column, wanted, isClearing: true },
    })),
  ]
}

async function findKeys(
  { query }: Connection,
  table: TableShape,
  { column, wanted }: Search,
): Promise<Key[]> {
  const searched = table.columns.find(({ name }) => name === column)
  const [id] = table.key
  if (!searched || !id) throw new Error(`${table.name} has no ${column} to search`)
  const keys = table.key.map(held => selected(held, 'held')).join(', ')
  const rows = await query<Record<string, string | null>>({
    text: `select found.* from unnest(${parameters([searched, id])}) as searched (value, kept) cross join lateral (
        select ${keys} from ${placeOf(table)} as held
        where held.${quoted(column)} = searched.value and held.${quoted(id.name)} is distinct from searched.kept
        limit ${keysAtOnce}) as found limit ${keysAtOnce}`,
    values: [
      encoded(
        searched,
        wanted.map(({ value }) => value),
      ),
      encoded(
        id,
        wanted.map(({ except }) => except),
      ),
    ],
  })
  return rows.map(row => {
    const values = decoded(table.key, row)
    return table.key.map(({ name }) => values[name] as Scalar)
  })
}

function stepOver(table: TableShape, { column, isClearing }: Search, keys: readonly Key[]): Statement {
  const names = table.key.map(({ name }) => quoted(name))
  const same = names.map(name => `held.${name} = wanted.${name}`).join(' and ')
  const held = `${placeOf(table)} as held`
  const wanted = `unnest(${parameters(table.key)}) as wanted (${names.join(', ')})`
  const text = isClearing
    ? `update ${held} set ${quoted(column)} = null from ${wanted} where ${same}`
    : `delete from ${held} using ${wanted} where ${same}`
  return { text, values: keyValues(table, keys) }
}
