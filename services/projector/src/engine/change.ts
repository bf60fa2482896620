import type { Json } from '@tba/event-store/port.ts'

/** A row of a read table. Times are ISO 8601 UTC with milliseconds, json columns plain JSON. */
export type Row = Readonly<Record<string, Json>>
export type Scalar = string | number
/** The values of the primary key's columns, in the table's order. */
export type Key = readonly Scalar[]

/** What an event does to a read table: data and pure functions, so that a batch can be folded in memory. */
export type Change =
  | { kind: 'put'; table: string; key: Key; row: Row }
  | { kind: 'fold'; table: string; key: Key; to: (row: Row | null) => Row | null; causes?: Consequence<Row> }
  | { kind: 'remove'; table: string; key: Key }
  | ({ table: string } & Search)

/**
 * All rows with this value in this column, except the one with the key `except`. They are removed, or the column
 * becomes null.
 */
export type Search = {
  kind: 'erase' | 'clear'
  column: string
  value: Scalar
  except: Scalar | null
}

/** The changes in later tables of the projection that follow from a change of a row, for example of a count. */
export type Consequence<R extends Row> = (before: R | null, after: R | null) => readonly Change[]

export type Table<R extends Row = Row> = {
  readonly name: string
  readonly key: readonly string[]
  /** Inserts or replaces this row. */
  put(row: R): Change
  /** Computes the row from the one before; null means no row, in input and result. */
  fold(key: Scalar | Key, to: (row: R | null) => R | null, causes?: Consequence<R>): Change
  /** The same, but only for an existing row. */
  change(key: Scalar | Key, to: (row: R) => R): Change
  remove(key: Scalar | Key): Change
  /** Removes all rows with this value in this column, except the one with the key `except`. */
  erase(column: keyof R & string, value: Scalar, except?: Scalar | null): Change
  /** Sets this column to null in all rows where it has this value. */
  clear(column: keyof R & string, value: Scalar): Change
}

/** A handle on a read table. Its columns and types are in the `.sql`; `key` is checked against it at start. */
export function table<R extends Row>(name: string, ...key: (keyof R & string)[]): Table<R> {
  const fold: Table<R>['fold'] = (of, to, causes) => ({
    kind: 'fold',
    table: name,
    key: keyOf(of),
    to: row => to(row as R | null),
    ...(causes && { causes: (before, after) => causes(before as R | null, after as R | null) }),
  })
  const keyIn = (row: Row): Key => key.map(column => scalarIn(row, column))
  return {
    name,
    key,
    fold,
    put: row => ({ kind: 'put', table: name, key: keyIn(row), row }),
    change: (of, to) => fold(of, row => row && to(row)),
    remove: of => ({ kind: 'remove', table: name, key: keyOf(of) }),
    erase: (column, value, except = null) => ({ kind: 'erase', table: name, column, value, except }),
    clear: (column, value) => ({ kind: 'clear', table: name, column, value, except: null }),
  }
}

/** @throws {TypeError} the column holds null or no single value, so it is no key */
export function scalarIn(row: Row, column: string): Scalar {
  const value = row[column]
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new TypeError(`${column} is no part of a key`)
}

const keyOf = (of: Scalar | Key): Key => (typeof of === 'object' ? of : [of])
