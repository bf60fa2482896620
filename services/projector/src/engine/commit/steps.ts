import { escapeIdentifier as quoted } from 'pg'
import { type Search, scalarIn } from '../change.ts'
import { atomically, type Connection } from '../database/connection.ts'
import type { TableShape } from '../tables/catalogue.ts'
import { decoded, encoded, selected } from '../tables/column.ts'
import { parameters, qualifiedName, removing } from '../tables/rows.ts'
import type { Member } from './batch.ts'
import { defaultBatchSize } from './batch-size.ts'
import type { TableWrites } from './fold-parts.ts'

/**
 * Removes many rows in steps, for example when a customer with a million clicks is erased. Each step is a transaction
 * of a few rows, before the one that writes the rest of the batch and moves the checkpoint. A step can be repeated:
 * after a crash the next leader continues with the remaining rows. Earlier events must not be folded again over tables
 * without these rows, so such an event begins its batch. Erasures with consequences are not split, because their rows
 * are loaded.
 */
type Stepping = {
  /** How many rows a transaction may change. */
  limit?: () => number
  /** Begins each transaction; fails if another leader writes this projection’s tables by now. */
  first: (member: Member) => Promise<void>
  onStep?: (rowCount: number, transactionMs: number) => void
  signal?: AbortSignal
}

/** Many, because each search reads over the rows deleted before while an old snapshot still sees them. */
const keysAtOnce = 20_000

/** Finds the rows to remove. Rows that fit into one step are left to the batch’s own transaction. */
export async function takeSteps(
  connection: Connection,
  tables: readonly TableWrites[],
  { limit = () => defaultBatchSize.start, first, onStep, signal }: Stepping,
): Promise<void> {
  for (const { member, table, writes } of tables) {
    const projection = member.projection.name
    for (const [search, ...others] of Map.groupBy(writes.searches, searchName).values()) {
      if (!search) continue
      const column = search.kind === 'clear' ? search.column : undefined
      let keys = await findKeys(connection, table, [search, ...others])
      while (keys.length > limit()) {
        for (let at = 0; at < keys.length; ) {
          signal?.throwIfAborted()
          const some = keys.slice(at, at + limit())
          const startedAt = performance.now()
          const statement = { ...removing(table, some, column), projection }
          await atomically(connection, () => first(member), [statement])
          onStep?.(some.length, performance.now() - startedAt)
          at += some.length
        }
        keys = await findKeys(connection, table, [search, ...others])
      }
      if (column === undefined) writes.removals.push(...keys)
      else if (keys.length > 0) writes.cleared.push({ column, keys })
    }
  }
}

const searchName = ({ kind, column }: Search) => `${kind} ${column}`

async function findKeys({ query }: Connection, table: TableShape, searches: readonly [Search, ...Search[]]) {
  const [{ column }] = searches
  const searched = table.columns.find(({ name }) => name === column)
  const [id, ...more] = table.key
  if (!searched || !id || more.length > 0) throw new Error(`${table.name} cannot be searched by ${column}`)
  const rows = await query<Record<string, string | null>>({
    text: `select found.* from unnest(${parameters([searched, id])}) as searched (value, kept) cross join lateral (
        select ${selected(id, 'held')} from ${qualifiedName(table)} as held
        where held.${quoted(column)} = searched.value and held.${quoted(id.name)} is distinct from searched.kept
        limit ${keysAtOnce}) as found limit ${keysAtOnce}`,
    values: [
      encoded(
        searched,
        searches.map(({ value }) => value),
      ),
      encoded(
        id,
        searches.map(({ except }) => except),
      ),
    ],
  })
  return rows.map(row => [scalarIn(decoded([id], row), id.name)])
}
