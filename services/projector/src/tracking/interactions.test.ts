import { packed } from '@tba/event-store/packed-position.ts'
import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { happened } from '../testing/happened.ts'
import { tablesAfter } from '../testing/tables-after.ts'
import { keyOf, visitKey } from './keys.ts'
import { tracking } from './tracking.projection.ts'

const stream = streams.visit('session_1')
const said = {
  eventType: 'button_click',
  elementId: 'hero',
  elementText: 'Inizia con €500',
  page: 'https://example.com/',
}
const clicked = { ...said, additionalData: { label: 'hero', value: 3, first: true } }

test('an interaction is kept under the id that the log knows it by, in its place', async () => {
  const event = happened('InteractionTracked', clicked, { stream, recordedAt: '2026-03-01T08:00:00.000Z' })
  expect((await tablesAfter(tracking, [event])).tracked_interactions).toEqual([
    {
      position: packed(event.position),
      id: event.id,
      visit: visitKey('session_1'),
      kind: keyOf('button_click', 'hero', 'Inizia con €500', 'https://example.com/'),
      createdAt: '2026-03-01T08:00:00.000Z',
      additionalData: '{"label":"hero","value":3,"first":true}',
      userAgent: null,
      referrer: null,
    },
  ])
})

test('what many clicks say alike is kept once, until the last of them expires', async () => {
  const other = streams.visit('session_2')
  const clicks = [stream, stream, other].map(of => happened('InteractionTracked', clicked, { stream: of }))
  const elsewhere = happened(
    'InteractionTracked',
    { ...clicked, page: 'https://example.com/faq' },
    { stream },
  )
  const expired = (...visits: string[]) =>
    happened('VisitsExpired', { before: '2026-03-01T00:00:00.000Z', visits }, { stream: streams.tracking() })
  const kinds = async (...events: Parameters<typeof tablesAfter>[1]) =>
    (await tablesAfter(tracking, events)).interaction_kinds?.map(({ key, ...kind }) => kind)

  expect(await kinds(...clicks)).toEqual([{ ...said, uses: 3 }])
  expect(await kinds(...clicks, elsewhere)).toHaveLength(2)
  expect(await kinds(...clicks, elsewhere, expired('session_1'))).toEqual([{ ...said, uses: 1 }])
  expect(await kinds(...clicks, elsewhere, expired('session_1', 'session_2'))).toEqual([])
})

test('two clicks that say the same words in other places are not alike', () => {
  expect(keyOf('a', 'b', null, '/')).not.toBe(keyOf('a', null, 'b', '/'))
  expect(keyOf('a,b', null, null, '/')).not.toBe(keyOf('a', 'b', null, '/'))
})

test('visits of a browser lie in the order of their times, whatever else is in their ids', () => {
  const uuids = ['9f3b', '0c1d', 'e27a'].map(start => `${start}0000-0000-4000-8000-000000000000`)
  const ids = uuids.map((id, at) => `session_${1_764_000_000_000 + at * 60_000}_${id}`)
  const keys = ids.map(visitKey)
  expect(keys.toSorted()).toEqual(keys)
  expect(visitKey(`${ids[0]}x`)).not.toBe(keys[0])
  // As the query-api makes them in SQL.
  expect(visitKey('session_1764000000000_9f3b0000-0000-4000-8000-000000000000')).toBe(
    '019ab697-e800-dcb7-d22e-22be8d1612cc',
  )
  expect(visitKey('visita è')).toBe('0fc65df4-e170-2ae5-807e-58522bfea3e2')
  expect(visitKey('session_17640000000001_x')).toBe('b02b455f-46f6-2008-dc53-c79f715ef63d')
})
