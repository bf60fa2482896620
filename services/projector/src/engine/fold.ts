import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { Change, Erasure, Key, Row, Scalar } from './change.ts'
import { guarded } from './faults.ts'

/** A change, and the event that asks for it. */
export type Step = { change: Change; event: RecordedEvent }

/** What a batch comes down to in one table, to be done in this order. */
export type Writes = {
  erasures: Erasure[]
  removals: Key[]
  upserts: Row[]
}

/** What the steps of one table come down to, and what follows from them in other tables. */
export type Folded = { writes: Writes; consequences: Step[] }

type Cell = { key: Key; before: Row | null | 'unknown'; row: Row | null }

/** As a Map's key. Within a table all keys are of one kind. */
export const nameOf = (key: Key): Scalar => (key.length === 1 ? (key[0] as Scalar) : JSON.stringify(key))

/** Only rows that the first change to them looks at have to be known beforehand. */
export function keysToLoad(steps: readonly Step[]): Key[] {
  const firsts = new Map<Scalar, { key: Key; looks: boolean }>()
  for (const { change } of steps) {
    if (change.kind === 'erase' || firsts.has(nameOf(change.key))) continue
    firsts.set(nameOf(change.key), { key: change.key, looks: change.kind === 'fold' })
  }
  return [...firsts.values()].filter(({ looks }) => looks).map(({ key }) => key)
}

/**
 * Folds one table's steps, in log order, over the rows that `keysToLoad` asked for.
 * @throws {FoldFailed} naming the event that could not be folded
 */
export function foldSteps(
  projection: string,
  steps: readonly Step[],
  loaded: ReadonlyMap<Scalar, Row>,
): Folded {
  const cells = new Map<Scalar, Cell>()
  for (const key of keysToLoad(steps)) {
    const row = loaded.get(nameOf(key)) ?? null
    cells.set(nameOf(key), { key, before: row, row })
  }
  const erasures: Erasure[] = []
  const consequences: Step[] = []
  for (const { change, event } of steps) {
    if (change.kind === 'erase') {
      erasures.push(change)
      for (const cell of cells.values()) if (isErased(cell, change)) cell.row = null
      continue
    }
    const cell = cells.get(nameOf(change.key)) ?? { key: change.key, before: 'unknown', row: null }
    cells.set(nameOf(change.key), cell)
    const before = cell.row
    cell.row = guarded(projection, event, () => changed(change, before))
    for (const next of guarded(projection, event, () => following(change, before, cell.row)))
      consequences.push({ change: next, event })
  }
  return { writes: { erasures, ...written(cells) }, consequences }
}

function isErased({ key, row }: Cell, { column, value, except }: Erasure): boolean {
  return row?.[column] === value && (except === null || key[0] !== except)
}

/** A handler that returns the row that it was given has nothing to write. */
function written(cells: ReadonlyMap<Scalar, Cell>): Pick<Writes, 'removals' | 'upserts'> {
  const touched = [...cells.values()].filter(({ row, before }) => row !== before)
  return {
    removals: touched.filter(({ row }) => row === null).map(({ key }) => key),
    upserts: touched.map(({ row }) => row).filter(row => row !== null),
  }
}

function changed(change: Exclude<Change, { kind: 'erase' }>, row: Row | null): Row | null {
  switch (change.kind) {
    case 'put':
      return change.row
    case 'fold':
      return change.to(row)
    case 'remove':
      return null
  }
}

/** A row that stays as it was has no consequences. */
function following(change: Change, before: Row | null, after: Row | null): readonly Change[] {
  return change.kind === 'fold' && before !== after ? (change.causes?.(before, after) ?? []) : []
}
