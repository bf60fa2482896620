import { type PackedPosition, packed, unpacked } from '@tba/event-store/packed-position.ts'
import { InvalidPosition, type Position } from '@tba/event-store/port.ts'
import { z } from 'zod'
import { cursorOf, keyIn } from '../keyset.ts'

/**
 * Names the place with its log. A bare place of a log before a restore would be one of this log too, somewhere else: pages
 * would repeat events, or skip some.
 * @param like any position of the log
 */
export const placeCursor = (place: PackedPosition, like: Position): string =>
  cursorOf([unpacked(place, like)])

/**
 * @param like any position of the log; null for an empty one, of which no cursor is
 * @throws {HttpFailure} 400 for a cursor that no page of this log came with
 */
export function placeIn(cursor: string | undefined, like: Position | null): PackedPosition | null {
  const key = z.tuple([z.string().transform(held => placeOf(held as Position, like))])
  return keyIn(cursor, key)?.[0] ?? null
}

/** @throws {InvalidPosition} */
function placeOf(position: Position, like: Position | null): PackedPosition {
  const place = packed(position)
  if (like === null || unpacked(place, like) !== position) {
    throw new InvalidPosition(`${position} is of another log`)
  }
  return place
}
