import { expect, test } from 'vitest'
import { eventIdOf } from './track.ts'

test('the id of an event is the same for the same client id in the same visit, and nobody else’s', () => {
  const id = eventIdOf('session_1', 'c1')
  expect(eventIdOf('session_1', 'c1')).toBe(id)
  const others = [
    eventIdOf('session_1', 'c2'),
    eventIdOf('session_2', 'c1'),
    eventIdOf('session_1', undefined),
  ]
  expect(new Set([id, ...others]).size).toBe(4)
})

test('the ids of a visit lie beside each other, those of visits far apart', () => {
  const beginning = (visit: string, client: string) => eventIdOf(visit, client).slice(0, 8)
  expect(beginning('session_1', 'c2')).toBe(beginning('session_1', 'c1'))
  expect(beginning('session_2', 'c1')).not.toBe(beginning('session_1', 'c1'))
})
