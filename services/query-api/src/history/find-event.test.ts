import type { HistoryEvent } from '@tba/events/history/views.ts'
import { streams } from '@tba/events/streams.ts'
import { recordedEvent } from '@tba/projector/testing/recorded-event.ts'
import { expect, test } from 'vitest'
import { copyOf } from '../analytics/testing/copy-of.ts'
import { effectsOf, findEvent } from './find-event.ts'

const event = (id: string, causationId: string) => ({ id, causationId }) as HistoryEvent
const shape = (effects: ReturnType<typeof effectsOf>): unknown[] =>
  effects.map(({ event: { id }, effects: below }) => (below.length > 0 ? [id, shape(below)] : id))

test('events of a job appear under their cause, recursively', () => {
  const later = [event('mailed', 'asked'), event('freed', 'asked'), event('destroyed', 'freed')]
  expect(shape(effectsOf({ id: 'asked' }, later))).toEqual(['mailed', ['freed', ['destroyed']]])
})

test('other events of the same request appear beside the effects', () => {
  const later = [event('completed', 'press'), event('licence', 'press'), event('mailed', 'completed')]
  expect(shape(effectsOf({ id: 'activated' }, later))).toEqual([['completed', ['mailed']], 'licence'])
})

test('damaged events that name each other do not form a cycle, and none is left out', () => {
  expect(shape(effectsOf({ id: 'first' }, [event('a', 'b'), event('b', 'a')]))).toEqual([['a', ['b']]])
})

test('a click and its analytics event show each other; another visit’s event does not count', async () => {
  const click = (visit: string) => {
    const page = 'https://example.com/?utm_source=x'
    const at = { stream: streams.visit(visit), recordedAt: '2026-11-21T10:00:00.000Z' }
    const told = { eventType: 'button_click', elementId: 'cta', elementText: 'Inizia' }
    const label = { eventName: 'button_click', eventCategory: 'hero', eventLabel: 'Inizia', eventValue: null }
    return [
      recordedEvent('InteractionTracked', { ...told, page, additionalData: null }, at),
      recordedEvent('AnalyticsEventTracked', { ...label, page, userId: null }, at),
    ] as const
  }
  const [[own, echo], [other, otherEcho]] = [click('one'), click('two')]
  using copy = await copyOf([own, other, echo, otherEcho])
  const twinOf = async ({ id }: { id: string }) =>
    (await copy.ask(snapshot => findEvent(snapshot, { id })))?.twin?.id
  expect([await twinOf(own), await twinOf(echo)]).toEqual([echo.id, own.id])
  expect(await twinOf(other)).toBe(otherEcho.id)
})
