import { expect, test } from 'vitest'
import { pendingAppends } from './pending.ts'

type Append = { stream: string; events: { length: number }; bytes: number; name: string }
const limits = { appends: 3, events: 10, bytes: 100 }

function waiting(...appends: (Partial<Append> & { name: string })[]) {
  const pending = pendingAppends<Append>(limits)
  for (const append of appends)
    pending.add({ stream: append.name, events: { length: 1 }, bytes: 1, ...append })
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
    { name: 'a', events: { length: 6 } },
    { name: 'b', events: { length: 5 } },
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

test('a stream is at most once in a batch, in its own order, and does not keep others waiting', () => {
  const { batches } = waiting(
    { name: 'hot 1', stream: 'hot' },
    { name: 'hot 2', stream: 'hot' },
    { name: 'hot 3', stream: 'hot' },
    { name: 'a' },
    { name: 'b' },
    { name: 'c' },
  )
  expect(batches()).toEqual([['hot 1', 'a', 'b'], ['c', 'hot 2'], ['hot 3']])
})

test('all that waits can be taken at once', () => {
  const { pending } = waiting({ name: 'a', stream: 's' }, { name: 'b', stream: 's' }, { name: 'c' })
  expect(pending.all().map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(pending.next()).toEqual([])
})
