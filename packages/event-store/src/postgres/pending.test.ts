import { expect, test } from 'vitest'
import type { Expected } from '../port.ts'
import { pendingAppends } from './pending.ts'

type Append = { stream: string; expected: Expected; events: { id: string }[]; bytes: number; name: string }
const limits = { appends: 3, appendsOfStream: 2, events: 10, bytes: 100 }
const events = (...ids: string[]) => ids.map(id => ({ id }))

function waiting(...appends: (Partial<Append> & { name: string })[]) {
  const pending = pendingAppends<Append>(limits)
  for (const append of appends) {
    const { name } = append
    pending.add({ stream: name, expected: 'any', events: events(name), bytes: 1, ...append })
  }
  const batches = () => {
    const all: string[][] = []
    for (let batch = pending.next(); batch.length > 0; batch = pending.next())
      all.push(batch.map(({ name }) => name))
    return all
  }
  return { pending, batches }
}

const hot = (name: string, more: Partial<Append> = {}) => ({ name, stream: 'hot', ...more })
const named = (...names: string[]) => names.map(name => ({ name }))
const six = { events: events(...'123456') }

test.each<[string, (Partial<Append> & { name: string })[], string[][]]>([
  ['takes no more appends than its limit, first come', named('a', 'b', 'c', 'd'), [['a', 'b', 'c'], ['d']]],
  [
    'takes no more events than its limit',
    [{ name: 'a', ...six }, { name: 'b', events: events(...'12345') }, { name: 'c' }],
    [['a'], ['b', 'c']],
  ],
  [
    'takes no more bytes than its limit',
    [
      { name: 'a', bytes: 60 },
      { name: 'b', bytes: 41 },
      { name: 'c', bytes: 59 },
    ],
    [['a'], ['b', 'c']],
  ],
  [
    'may be a single great append, which is not overtaken for ever',
    [{ name: 'a' }, { name: 'great', bytes: 100 }, ...named('b', 'c')],
    [['a'], ['great'], ['b', 'c']],
  ],
  [
    'takes what takes its stream as it is along, in order, and leaves room for others',
    [hot('1'), hot('2'), hot('3'), ...named('a', 'b', 'c')],
    [
      ['1', '2', 'a'],
      ['b', 'c', '3'],
    ],
  ],
  [
    'takes nothing that expects something of its stream behind what comes before it',
    [hot('1'), hot('2', { expected: 3 }), hot('3'), hot('4', { expected: 'no_stream' })],
    [['1'], ['2', '3'], ['4']],
  ],
  [
    'counts the events of one stream too',
    [hot('1', six), hot('2', { events: events(...'abcdef') })],
    [['1'], ['2']],
  ],
  ['counts the bytes of one stream too', [hot('1', { bytes: 60 }), hot('2', { bytes: 60 })], [['1'], ['2']]],
  [
    'takes no repeat along with what it repeats',
    [hot('1', { events: events('a', 'b') }), hot('2', { events: events('B') })],
    [['1'], ['2']],
  ],
])('a batch %s', (_, appends, expected) => {
  expect(waiting(...appends).batches()).toEqual(expected)
})

test('takes all waiting appends at once', () => {
  const { pending } = waiting({ name: 'a', stream: 's' }, { name: 'b', stream: 's' }, { name: 'c' })
  expect(pending.all().map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(pending.next()).toEqual([])
})
