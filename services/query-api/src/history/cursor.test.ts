import { packed } from '@tba/event-store/packed-position.ts'
import type { Position } from '@tba/event-store/port.ts'
import { expect, test } from 'vitest'
import { cursorOf } from '../keyset.ts'
import { placeCursor, placeIn } from './cursor.ts'

const postgres = (generation: number, number: number) =>
  `0000000${generation}-000000000000000${number}-000000000000000${number}` as Position
const eventStore = (number: number) =>
  `000000000000010${number}-000000000000010${number}-0a0b0c0d` as Position

const logs = [
  ['PostgreSQL', postgres(2, 1), postgres(2, 5)],
  ['EventStoreDB', eventStore(1), eventStore(5)],
] as const

test.each(logs)('in %s a page goes on where the one before ended', (_store, position, like) => {
  expect(placeIn(placeCursor(packed(position), like), like)).toBe(packed(position))
  expect(placeIn(undefined, like)).toBeNull()
})

test.each([
  ['of the log before a restore', placeCursor(packed(postgres(1, 1)), postgres(1, 5)), postgres(2, 5)],
  ['of a log in the other store', placeCursor(packed(eventStore(1)), eventStore(5)), postgres(2, 5)],
  ['of a log in the store before', placeCursor(packed(postgres(2, 1)), postgres(2, 5)), eventStore(5)],
  ['of a log that is empty now', placeCursor(packed(postgres(2, 1)), postgres(2, 5)), null],
  ['without a log', cursorOf([packed(postgres(2, 1))]), postgres(2, 5)],
  ['of nothing', 'inventato', postgres(2, 5)],
])('a cursor %s is refused: its page would skip events or repeat them', (_which, cursor, like) => {
  expect(() => placeIn(cursor, like)).toThrow('Cursore non valido')
})
