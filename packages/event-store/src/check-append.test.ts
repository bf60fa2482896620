import { checkAppend, maxAppendBytes, maxAppendEvents } from './check-append.ts'
import { InvalidAppend, type JsonObject, type NewEvent } from './port.ts'

const event = (change: Partial<NewEvent> = {}): NewEvent => ({
  id: crypto.randomUUID(),
  type: 'PlanActivated',
  data: { plan: 'starter' },
  metadata: { actor: 'system' },
  ...change,
})
const check = (change: Partial<NewEvent>) => checkAppend('setup-1', [event(change)], 'any')
const withData = (data: unknown) => check({ data: data as JsonObject })
const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}null${'}'.repeat(levels)}`)

test('a valid append becomes JSON text with its size in bytes', () => {
  const one = event({ data: { città: 'Cantù' } })
  const checked = checkAppend('setup-1', [one], 3)
  expect(checked).toMatchObject({ stream: 'setup-1', expected: 3 })
  const [type, data, metadata] = ['PlanActivated', '{"città":"Cantù"}', '{"actor":"system"}']
  expect(checked.events).toEqual([{ id: one.id, type, data, metadata, recordedAt: null }])
  // EventStoreDB stores the type twice.
  expect(checked.bytes).toBe(Buffer.byteLength(['setup-1', type, type, data, metadata].join('')))
})

test('an absent field may be undefined', () => {
  const data = { plan: 'starter', coupon: undefined } as unknown as JsonObject
  expect(check({ data }).events[0]?.data).toBe('{"plan":"starter"}')
})

describe('refused before anything is sent', () => {
  const sameId = event()
  const sameIds = [sameId, { ...sameId, id: sameId.id.toUpperCase() }]
  const many = Array.from({ length: maxAppendEvents + 1 }, () => event())
  test.each<[string, () => unknown, RegExp]>([
    ['a stream without a name', () => checkAppend('', [event()], 'any'), /the stream has an empty name/],
    ['a stream of the system', () => checkAppend('$all', [event()], 'any'), /starts with \$/],
    ['an endless stream name', () => checkAppend('s'.repeat(256), [event()], 'any'), /over 255/],
    ['a stream name with NUL', () => checkAppend('s\0', [event()], 'any'), /NUL/],
    ['no events', () => checkAppend('setup-1', [], 'any'), /nothing to append/],
    ['a negative revision', () => checkAppend('setup-1', [event()], -1), /not a revision/],
    ['half a revision', () => checkAppend('setup-1', [event()], 1.5), /not a revision/],
    ['one id twice', () => checkAppend('setup-1', [sameId, sameId], 'any'), /twice/],
    ['one id twice in different letter case', () => checkAppend('setup-1', sameIds, 'any'), /twice/],
    ['an id that is no UUID', () => check({ id: 'first' }), /no UUID/],
    ['an event without a type', () => check({ type: '' }), /empty name/],
    ["an event of the system's", () => check({ type: '$metadata' }), /starts with \$/],
    ['metadata with the reserved name of the time', () => check({ metadata: { $recordedAt: 'now' } }), /own/],
    ['a local time', () => check({ recordedAt: '2026-11-21T10:00:00' }), /ISO 8601/],
    ['a month that does not exist', () => check({ recordedAt: '2026-13-21T10:00:00Z' }), /ISO 8601/],
    ['NUL in a text', () => withData({ name: ['a\0b'] }), /NUL/],
    ['NUL behind a backslash', () => withData({ name: '\\\0' }), /NUL/],
    ['NUL in a field name', () => withData({ 'a\0': 1 }), /NUL/],
    ['half a Unicode pair', () => withData({ name: '\ud83d' }), /broken Unicode/],
    ['half a Unicode pair in metadata', () => check({ metadata: { actor: '\ude00' } }), /broken Unicode/],
    ['NaN', () => withData({ amount: Number.NaN }), /NaN/],
    ['a BigInt', () => withData({ amount: 2n ** 60n }), /bigint/],
    ['a Date', () => withData({ at: new Date(0) }), /a Date/],
    ['undefined in a list', () => withData({ list: [undefined] }), /undefined/],
    ['bottomless nesting', () => withData(nested(101)), /deeper than 100/],
    ['more than 1 MiB', () => withData({ text: 'x'.repeat(maxAppendBytes) }), /at most 1048576 fit/],
    [
      'more events than fit a short transaction',
      () => checkAppend('setup-1', many, 'any'),
      /at most 1000 fit/,
    ],
  ])('%s', (_, attempt, reason) => {
    expect(attempt).toThrow(InvalidAppend)
    expect(attempt).toThrow(reason)
  })
})

test('accepts the greatest allowed depth', () => expect(withData(nested(100)).events).toHaveLength(1))
