import { packed } from '@tba/event-store/packed-position.ts'
import type { Position } from '@tba/event-store/port.ts'
import type { JsonObject } from '@tba/events/json.ts'
import { streams } from '@tba/events/streams.ts'
import { nameKey, shortKey } from '@tba/runtime/history/row-keys.ts'
import type { HandedEvent, RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { tablesAfter } from '../testing/tables-after.ts'
import { history } from './history.projection.ts'

const [gone, stays] = ['session_gone', 'session_1767261600000_stays']

type Click = { visit: string; page?: string; actor?: string; visitId?: string; elementText?: string }
const clicked = ({ visit, page = '/', elementText, ...more }: Click) =>
  happened(
    'InteractionTracked',
    { eventType: 'click', page, elementId: null, elementText: elementText ?? null, additionalData: null },
    { stream: streams.visit(visit), actor: 'visitor', ...more },
  )
const lead = (visitId: string) =>
  happened(
    'LeadSubmitted',
    {
      emailHash: 'h',
      name: 'Anna',
      email: null,
      phone: null,
      plan: 'elite',
      depositEuro: 3000,
      message: null,
    },
    { stream: streams.lead('1'), visitId, actor: 'visitor' },
  )
const expired = (...visits: string[]) =>
  happened(
    'VisitsExpired',
    { before: '2026-01-02T00:00:00.000Z', visits },
    { stream: streams.tracking(), actor: 'system' },
  )

/** Its tables, but for the bounds. */
async function comparedAfter(events: readonly RecordedEvent[]) {
  const { history_hours: _, ...compared } = await tablesAfter(history, events)
  return compared
}

test('of every event stands where and when it was, and of whom, in numbers', async () => {
  const event = clicked({ visit: stays, page: '/prezzi', elementText: 'Perché SÌ' })
  expect(await tablesAfter(history, [event])).toMatchObject({
    history_events: [
      {
        position: packed(event.position),
        recordedAt: event.recordedAt,
        stream: nameKey(event.stream),
        eventId: shortKey(event.id),
        correlation: shortKey('test'),
      },
    ],
    history_kinds: [
      {
        ...{ type: 'InteractionTracked', actor: 'visitor', text: '/prezzi\nperche si\nclick', count: 1 },
        said: { eventType: 'click', elementId: null, elementText: 'Perché SÌ', page: '/prezzi' },
      },
    ],
    history_marks: [],
    history_streams: [],
    history_hours: [{ hour: '2026-01-01T10:00:00.000Z', first: packed(event.position) }],
  })
})

test('what a customer does is found by the customer, and what came of a visit by the visit', async () => {
  const tracked = clicked({ visit: stays, actor: 'customer:1', visitId: stays })
  const submitted = lead(stays)
  const after = await tablesAfter(history, [tracked, submitted])
  expect(after.history_marks).toEqual([
    {
      position: packed(tracked.position),
      stream: nameKey(tracked.stream),
      actor: nameKey('customer:1'),
      visit: null,
      carrier: null,
    },
    {
      position: packed(submitted.position),
      stream: nameKey(submitted.stream),
      actor: null,
      visit: nameKey(stays),
      carrier: nameKey(streams.visit(stays)),
    },
  ])
  expect(after.history_streams).toEqual([{ name: 'lead-1' }])
  expect(after.history_kinds?.map(({ type, actor }) => [type, actor]).sort()).toEqual([
    ['InteractionTracked', ''],
    ['LeadSubmitted', 'visitor'],
  ])
})

test('an event that cannot be opened, of a type that nobody knows, stands there by its envelope', async () => {
  const { data: _, ...envelope } = clicked({ visit: stays })
  const event = {
    ...envelope,
    type: 'TomorrowsEvent',
    unreadable: { reason: 'unknown-type', message: 'this build knows no such event' },
  } as HandedEvent
  const after = await tablesAfter(history, [event as RecordedEvent])
  expect(after.history_kinds).toMatchObject([{ type: 'TomorrowsEvent', text: '', said: {}, count: 1 }])
})

test('texts that differ in letter case are kinds of their own, exactly as they were', async () => {
  const events = ['Sì', 'SÌ', 'Sì'].map(elementText => clicked({ visit: stays, elementText }))
  const { history_kinds = [] } = await tablesAfter(history, events)
  const held = history_kinds.map(({ said, text, count }) => [
    (said as JsonObject).elementText ?? '',
    text,
    count,
  ])
  expect(held.toSorted()).toEqual([
    ['SÌ', '/\nsi\nclick', 1],
    ['Sì', '/\nsi\nclick', 2],
  ])
})

test('an event of another is no longer carried by a visit that expired, and is still found by it', async () => {
  const submitted = lead(gone)
  const { history_marks } = await tablesAfter(history, [submitted, lead(stays), expired(gone)])
  expect(history_marks).toMatchObject([
    { visit: nameKey(gone), carrier: null },
    { visit: nameKey(stays), carrier: nameKey(streams.visit(stays)) },
  ])
})

test('a visit without a time in its id is found by its name, until it expires', async () => {
  const events = [clicked({ visit: gone }), clicked({ visit: stays })]
  const namesAfter = async (...more: RecordedEvent[]) =>
    (await tablesAfter(history, [...events, ...more])).history_streams?.map(({ name }) => name)
  expect(await namesAfter()).toEqual([streams.visit(gone)])
  expect(await namesAfter(expired(gone))).toEqual([streams.tracking()])
})

test('nothing personal is among the texts', async () => {
  expect(JSON.stringify(await tablesAfter(history, [lead(stays)]))).not.toMatch(/anna/i)
})

test('a log that has forgotten an expired visit has the history of one that has not', async () => {
  const foreign = () => clicked({ visit: gone, visitId: stays, actor: 'customer:1' })
  const whole = [
    clicked({ visit: gone, elementText: 'soltanto qui' }),
    clicked({ visit: gone }),
    clicked({ visit: stays }),
    foreign(),
    lead(gone),
    expired(gone, 'session_never'),
    clicked({ visit: gone }),
  ]
  const end = whole[5]?.position as Position
  const forgotten = whole.filter(({ stream, position }) => stream !== streams.visit(gone) || position > end)
  expect(forgotten).toHaveLength(4)
  const after = await comparedAfter(whole)
  expect(after).toEqual(await comparedAfter(forgotten))
  expect(JSON.stringify(after)).not.toContain('soltanto qui')
})

test('the bounds of an hour hold its events, also where the clock has stepped back', async () => {
  const at = (recordedAt: string) => ({ ...clicked({ visit: stays }), recordedAt })
  const events = [
    at('2026-01-01T10:59:59.999Z'),
    at('2026-01-01T11:00:00.000Z'),
    at('2026-01-01T10:10:00.000Z'),
  ]
  const [first, second, third] = events.map(({ position }) => packed(position))
  expect((await tablesAfter(history, events)).history_hours).toEqual([
    { hour: '2026-01-01T10:00:00.000Z', first, last: third },
    { hour: '2026-01-01T11:00:00.000Z', first: second, last: second },
  ])
})

test.each(['', 'infinity', 'ieri', '+275760-09-13T00:00:00.000Z', '-000099-01-01T00:00:00.000Z'])(
  'an event whose time is damaged (%j) stands at the epoch and stops nobody',
  async recordedAt => {
    const event = { ...clicked({ visit: stays }), recordedAt }
    expect(await tablesAfter(history, [event])).toMatchObject({
      history_events: [{ position: packed(event.position), recordedAt: '1970-01-01T00:00:00.000Z' }],
      history_hours: [{ hour: '1970-01-01T00:00:00.000Z' }],
    })
  },
)
