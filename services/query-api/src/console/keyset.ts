import type { Position } from '@tba/event-store/port.ts'
import { isPosition } from '@tba/event-store/position.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'

/** The query of a list: the number of rows, and the cursor of the page before. Lists refuse other fields. */
export const keyset = {
  limit: z.coerce.number('Limite non valido').int('Limite non valido').min(1).max(200).default(50),
  cursor: z.string().max(1_000, 'Cursore non valido').optional(),
}

export const positionText = z.custom<Position>(text => typeof text === 'string' && isPosition(text))
/** Of a list in the order of the log. */
export const positionKey = z.tuple([positionText])

/** Opaque to clients: the values of the last row's key, in the order of the list. */
export const cursorOf = (key: readonly (string | number | readonly (string | number)[])[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url')

/** @param key the shapes of the values. @throws {HttpFailure} 400 for a cursor that is not from this list */
export function keyIn<Key extends z.ZodType>(cursor: string | undefined, key: Key): z.output<Key> | null {
  if (cursor === undefined) return null
  try {
    return key.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString(), storable))
  } catch {
    throw new HttpFailure(400, 'Cursore non valido')
  }
}

/** The condition for rows after a cursor, in a list in reverse log order. */
export function olderThan(cursor: string | undefined): FragmentSqlToken {
  const [before = null] = keyIn(cursor, positionKey) ?? []
  return sql.fragment`(${before}::text is null or position < ${before}::text collate "C")`
}

/** PostgreSQL refuses a text with NUL. */
function storable(_name: string, value: unknown): unknown {
  if (typeof value === 'string' && value.includes('\0')) throw new Error('no row has such a key')
  return value
}

/** A page, and the cursor of the next. The query must have read one row more than `limit`. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly (string | number)[],
): { rows: Row[]; next: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: rows.length > limit && last !== undefined ? cursorOf(keyOf(last)) : null }
}
