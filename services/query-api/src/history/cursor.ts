import type { Position } from '@tba/event-store/port.ts'
import { isPosition } from '@tba/event-store/position.ts'
import { z } from 'zod'
import { cursorOf, keyIn } from '../keyset.ts'
import type { Place } from './find-events.ts'

const placeKey = z.tuple([z.string().refine(isPosition), z.int32()])

/** @throws {HttpFailure} 400 for what is no cursor. One of another log is refused by the question */
export function placeIn(cursor: string | undefined): Place | null {
  const key = keyIn(cursor, placeKey)
  return key && { position: key[0] as Position, seq: key[1] }
}

export const placeCursor = (place: Place | null): string | null =>
  place && cursorOf([place.position, place.seq])
