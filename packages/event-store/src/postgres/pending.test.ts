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

test('a batch takes no more appends than its limit, first come, first served', () => {
  const { batches } = waiting({ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' })
  expect(batches()).toEqual([['a', 'b', 'c'], ['d']])
})

test('a batch takes no more events than its limit', () => {
  const { batches } = waiting(
    { name: 'a', events: events(...'123456') },
    { name: 'b', events: events(...'12345') },
    { name: 'c' },
  )
  expect(batches()).toEqual([['a'], ['b', 'c']])
})

test('a batch takes no more bytes than its limit', () => {
  const { batches } = waiting({ name: 'a', bytes: 60 }, { name: 'b', bytes: 41 }, { name: 'c', bytes: 59 })
  expect(batches()).toEqual([['a'], ['b', 'c']])
})

test('an append as great as a batch goes alone, and is not overtaken for ever', () => {
  const { batches } = waiting({ name: 'a' }, { name: 'great', bytes: 100 }, { name: 'b' }, { name: 'c' })
  expect(batches()).toEqual([['a'], ['great'], ['b', 'c']])
})

const hot = (name: string, more: Partial<Append> = {}) => ({ name, stream: 'hot', ...more })

test('what takes its stream as it is goes along, in order, and leaves room for others', () => {
  const { batches } = waiting(hot('1'), hot('2'), hot('3'), { name: 'a' }, { name: 'b' }, { name: 'c' })
  expect(batches()).toEqual([
    ['1', '2', 'a'],
    ['b', 'c', '3'],
  ])
})

test('what expects something of its stream does not go along with what comes before it', () => {
  const { batches } = waiting(
    hot('1'),
    hot('2', { expected: 3 }),
    hot('3'),
    hot('4', { expected: 'no_stream' }),
  )
  expect(batches()).toEqual([['1'], ['2', '3'], ['4']])
})

test.each<[string, Partial<Append>, string[][]]>([
  ['events', { events: events(...'123456') }, [['1'], ['2']]],
  ['bytes', { bytes: 60 }, [['1'], ['2']]],
  ['nothing', {}, [['1', '2']]],
])('appends to one stream go together as far as the limits let them: of %s', (_, more, expected) => {
  const { batches } = waiting(
    hot('1', more),
    hot('2', { ...more, ...(more.events && { events: events(...'abcdef') }) }),
  )
  expect(batches()).toEqual(expected)
})

test('a repeat waits for what it repeats', () => {
  const { batches } = waiting(hot('1', { events: events('a', 'b') }), hot('2', { events: events('B') }))
  expect(batches()).toEqual([['1'], ['2']])
})

test('all that waits can be taken at once', () => {
  const { pending } = waiting({ name: 'a', stream: 's' }, { name: 'b', stream: 's' }, { name: 'c' })
  expect(pending.all().map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(pending.next()).toEqual([])
})
