import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { Change, Clearing, Erasure, Key, Row, Scalar } from './change.ts'
import { FoldFailed } from './faults.ts'

/** A change, and the event that it comes from. */
export type Step = { change: Change; event: RecordedEvent }

/** What a batch writes to one table, in this order. */
export type Writes = {
  erasures: Erasure[]
  clearings: Clearing[]
  removals: Key[]
  upserts: Row[]
}

/** What the steps of a table write to it, and the steps that follow for other tables. */
export type Folded = { writes: Writes; consequences: Step[] }

type Cell = { key: Key; before: Row | null | 'unknown'; row: Row | null }

/** A key as the key of a Map. Within a table all keys have the same columns. */
export const nameOf = (key: Key): Scalar => (key.length === 1 ? (key[0] as Scalar) : JSON.stringify(key))

/** The rows to load: those whose first change depends on the row before. */
export function keysToLoad(steps: readonly Step[]): Key[] {
  if (!steps.some(({ change }) => change.kind === 'fold')) return []
  const seen = new Set<Scalar>()
  const keys: Key[] = []
  for (const { change } of steps) {
    if (change.kind === 'erase' || change.kind === 'clear') continue
    const name = nameOf(change.key)
    if (seen.has(name)) continue
    seen.add(name)
    if (change.kind === 'fold') keys.push(change.key)
  }
  return keys
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
  const beginning = (key: Key, name: Scalar): Cell => {
    const row = loaded.get(name) ?? null
    return { key, before: row, row }
  }
  // What is removed by a column may be a row that is folded later.
  if (steps.some(({ change }) => change.kind === 'erase' || change.kind === 'clear'))
    for (const key of keysToLoad(steps)) cells.set(nameOf(key), beginning(key, nameOf(key)))
  const erasures: Erasure[] = []
  const clearings: Clearing[] = []
  const consequences: Step[] = []
  for (const { change, event } of steps) {
    if (change.kind === 'erase') {
      if (!change.isConfined) erasures.push(change)
      for (const cell of cells.values()) if (isErased(cell, change)) cell.row = null
      continue
    }
    if (change.kind === 'clear') {
      if (!change.isConfined) clearings.push(change)
      for (const cell of cells.values()) cell.row = cleared(cell.row, change)
      continue
    }
    const name = nameOf(change.key)
    let cell = cells.get(name)
    if (!cell) {
      const { key, kind } = change
      cell = kind === 'fold' ? beginning(key, name) : { key, before: 'unknown', row: null }
      cells.set(name, cell)
    }
    const before = cell.row
    try {
      cell.row = changed(change, before)
      for (const next of following(change, before, cell.row)) consequences.push({ change: next, event })
    } catch (cause) {
      throw new FoldFailed(projection, event, cause)
    }
  }
  return { writes: { erasures, clearings, ...written(cells) }, consequences }
}

function isErased({ key, row }: Cell, { column, value, except }: Erasure): boolean {
  return row?.[column] === value && (except === null || key[0] !== except)
}

function cleared(row: Row | null, { column, value }: Clearing): Row | null {
  return row?.[column] === value ? { ...row, [column]: null } : row
}

/** A row that a handler returned unchanged is not written. */
function written(cells: ReadonlyMap<Scalar, Cell>): Pick<Writes, 'removals' | 'upserts'> {
  const touched = [...cells.values()].filter(({ row, before }) => row !== before)
  return {
    removals: touched.filter(({ row }) => row === null).map(({ key }) => key),
    upserts: touched.map(({ row }) => row).filter(row => row !== null),
  }
}

function changed(change: Exclude<Change, { kind: 'erase' | 'clear' }>, row: Row | null): Row | null {
  switch (change.kind) {
    case 'put':
      return change.row
    case 'fold':
      return change.to(row)
    case 'remove':
      return null
  }
}

/** A row that did not change has no consequences. */
function following(change: Change, before: Row | null, after: Row | null): readonly Change[] {
  return change.kind === 'fold' && before !== after ? (change.causes?.(before, after) ?? []) : []
}
