import { present } from '@tba/events/present.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { Change, Key, Row, Scalar, Search } from '../change.ts'
import { FoldFailed } from '../database/faults.ts'

/** A change, and the event that it comes from. */
export type Step = { change: Change; event: RecordedEvent }

/** What a batch writes to one table, in this order. */
export type Writes = {
  /** For rows that `takeSteps` finds. */
  searches: Search[]
  cleared: { column: string; keys: readonly Key[] }[]
  removals: Key[]
  upserts: Row[]
}

/** The writes to a table, and the steps that follow for other tables. */
export type Folded = { writes: Writes; consequences: Step[] }

type Cell = { key: Key; before: Row | null | 'unknown'; row: Row | null }

/** A key as the key of a Map. Within a table all keys have the same columns. */
export const keyText = (key: Key): Scalar => (key.length === 1 ? present(key[0]) : JSON.stringify(key))

const isSearch = (change: Change): change is { table: string } & Search =>
  change.kind === 'erase' || change.kind === 'clear'

/** The rows to load: those whose first change depends on the row before. */
export function keysToLoad(steps: readonly Step[]): Key[] {
  if (!steps.some(({ change }) => change.kind === 'fold')) return []
  const seen = new Set<Scalar>()
  const keys: Key[] = []
  for (const { change } of steps) {
    if (isSearch(change)) continue
    const name = keyText(change.key)
    if (seen.has(name)) continue
    seen.add(name)
    if (change.kind === 'fold') keys.push(change.key)
  }
  return keys
}

/** One table's steps, in log order, over the rows that `keysToLoad` asked for. @throws {FoldFailed} naming the event */
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
  // A removal by column may remove a row that is folded later.
  if (steps.some(({ change }) => isSearch(change)))
    for (const key of keysToLoad(steps)) cells.set(keyText(key), beginning(key, keyText(key)))
  const searches: Search[] = []
  const consequences: Step[] = []
  for (const { change, event } of steps) {
    if (isSearch(change)) {
      searches.push(change)
      for (const cell of cells.values()) if (isFound(cell, change)) cell.row = after(cell.row, change)
      continue
    }
    const name = keyText(change.key)
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
  return { writes: { searches, cleared: [], ...written(cells) }, consequences }
}

function isFound({ key, row }: Cell, { column, value, except }: Search): boolean {
  return row?.[column] === value && (except === null || key[0] !== except)
}

const after = (row: Row | null, { kind, column }: Search): Row | null =>
  kind === 'erase' ? null : { ...row, [column]: null }

/** A row that a handler returned unchanged is not written. */
function written(cells: ReadonlyMap<Scalar, Cell>): Pick<Writes, 'removals' | 'upserts'> {
  const touched = [...cells.values()].filter(({ row, before }) => row !== before)
  return {
    removals: touched.filter(({ row }) => row === null).map(({ key }) => key),
    upserts: touched.map(({ row }) => row).filter(row => row !== null),
  }
}

function changed(change: Exclude<Change, Search>, row: Row | null): Row | null {
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
