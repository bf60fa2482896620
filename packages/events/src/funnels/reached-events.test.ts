import { expect, test } from 'vitest'
import type { FunnelDefinition } from './definition.ts'
import { reachedEvents } from './reached-events.ts'

const fact = (atMs: number, type: string, data = {}) => ({
  ...{ type, data, position: 'p' },
  recordedAt: new Date(Date.parse('2026-11-21T23:30:15.250Z') + atMs).toISOString(),
})
const viewed = (atMs: number, page: string) => fact(atMs, 'InteractionTracked', { page })

const seen = { event: 'InteractionTracked', where: [{ field: 'page', op: 'contains' as const, value: '/a' }] }
const definition: FunnelDefinition = {
  by: 'visit',
  steps: [seen, { event: 'ConsentChosen' }, { event: 'LeadSubmitted' }],
  windowSeconds: 60,
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-12-01T00:00:00.000Z',
}
const events = [
  viewed(0, '/a'),
  fact(1_000, 'ConsentChosen'),
  viewed(50_000, '/a'),
  viewed(51_000, '/b'),
  fact(55_000, 'ConsentChosen'),
  fact(58_000, 'ConsentChosen'),
  fact(100_000, 'LeadSubmitted'),
]

test('The steps begin where the visit gets furthest within the window', () =>
  expect(reachedEvents(events, definition)).toEqual([2, 4, 6]))

test('Two steps are within their own window', () =>
  expect(reachedEvents(events, { ...definition, stepWindowsSeconds: [null, 42] })).toEqual([2, 5, 6]))

test('In a strict funnel the steps follow each other directly', () =>
  expect(reachedEvents(events, { ...definition, strict: true })).toEqual([0, 1]))

test('Events after the position or outside the period are no steps', () => {
  const placed = events.map((event, at) => ({ ...event, position: `p${at}` }))
  expect(reachedEvents(placed, { ...definition, asOf: 'p1' })).toEqual([0, 1])
  expect(reachedEvents(events, { ...definition, to: '2026-11-02T00:00:00.000Z' })).toEqual([])
})
