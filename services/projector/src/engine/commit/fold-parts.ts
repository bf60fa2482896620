import type { Key, Row, Scalar } from '../change.ts'
import type { TableShape } from '../tables/catalogue.ts'
import { foldSteps, keysToLoad, type Step, type Writes } from '../tables/fold.ts'
import type { Member, Part } from './batch.ts'

export type TableWrites = { member: Member; table: TableShape; writes: Writes }

/** Loads the rows with these keys, by `keyText` of their keys. */
export type Load = (table: TableShape, keys: readonly Key[]) => Promise<ReadonlyMap<Scalar, Row>>

/** Folds table by table in the order of the projection: a change in one may have consequences in a later one. */
export async function foldParts(member: Member, parts: readonly Part[], load: Load): Promise<TableWrites[]> {
  const { projection, tables } = member
  const left = new Map(parts.map(({ table, steps }) => [table.name, steps]))
  const folded: TableWrites[] = []
  for (const { name } of projection.tables) {
    const table = tables.get(name)
    const steps = left.get(name)
    left.delete(name)
    if (!table || !steps) continue
    const loaded = await load(table, keysToLoad(steps))
    const { writes, consequences } = foldSteps(projection.name, steps, loaded)
    folded.push({ member, table, writes })
    for (const [later, more] of Map.groupBy(consequences, ({ change }) => change.table))
      left.set(later, inLogOrder([...(left.get(later) ?? []), ...more]))
  }
  const [missed] = left.keys()
  if (missed) throw new Error(`${projection.name} changes ${missed} by a table that it lists after it`)
  return folded
}

/** The changes of an event stay before their consequences: the sort is stable. */
function inLogOrder(steps: readonly Step[]): Step[] {
  return steps.toSorted((a, b) =>
    a.event.position < b.event.position ? -1 : Number(a.event.position > b.event.position),
  )
}
