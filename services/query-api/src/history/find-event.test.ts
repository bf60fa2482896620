import type { HistoryEvent } from '@tba/events/history/views.ts'
import { expect, test } from 'vitest'
import { effectsOf } from './find-event.ts'

const event = (id: string, causationId: string) => ({ id, causationId }) as HistoryEvent
const shape = (effects: ReturnType<typeof effectsOf>): unknown[] =>
  effects.map(({ event: { id }, effects: below }) => (below.length > 0 ? [id, shape(below)] : id))

test('what a job records because of an event stands under it, and what that led to under that', () => {
  const later = [event('mailed', 'asked'), event('freed', 'asked'), event('destroyed', 'freed')]
  expect(shape(effectsOf({ id: 'asked' }, later))).toEqual(['mailed', ['freed', ['destroyed']]])
})

test('what the same press recorded beside an event stands beside its effects', () => {
  const later = [event('completed', 'press'), event('licence', 'press'), event('mailed', 'completed')]
  expect(shape(effectsOf({ id: 'activated' }, later))).toEqual([['completed', ['mailed']], 'licence'])
})

test('events that name each other are no ring', () => {
  expect(shape(effectsOf({ id: 'first' }, [event('a', 'b'), event('b', 'a')]))).toEqual([])
})
