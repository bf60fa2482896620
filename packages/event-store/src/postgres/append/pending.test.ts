import { pendingAppends } from './pending.ts'

type Append = { stream: string; events: unknown[]; bytes: number; name: string }
const limits = { appends: 3, events: 10, bytes: 100 }

function waiting(...appends: (Partial<Append> & { name: string })[]) {
  const pending = pendingAppends<Append>(limits)
  for (const append of appends) pending.add({ stream: append.name, events: [1], bytes: 1, ...append })
  const batches = () => {
    const all: string[][] = []
    for (let batch = pending.next(); batch.length > 0; batch = pending.next())
      all.push(batch.map(({ name }) => name))
    return all
  }
  return { pending, batches }
}

const hot = (name: string) => ({ name, stream: 'hot' })
const named = (...names: string[]) => names.map(name => ({ name }))
const events = (count: number) => Array.from({ length: count })

test.each<[string, (Partial<Append> & { name: string })[], string[][]]>([
  [
    'contains no more appends than its limit, in order of arrival',
    named('a', 'b', 'c', 'd'),
    [['a', 'b', 'c'], ['d']],
  ],
  [
    'contains no more events than its limit',
    [{ name: 'a', events: events(6) }, { name: 'b', events: events(5) }, { name: 'c' }],
    [['a'], ['b', 'c']],
  ],
  [
    'contains no more bytes than its limit',
    [
      { name: 'a', bytes: 60 },
      { name: 'b', bytes: 41 },
      { name: 'c', bytes: 59 },
    ],
    [['a'], ['b', 'c']],
  ],
  [
    'can be a single large append, which others do not overtake for ever',
    [{ name: 'a' }, { name: 'large', bytes: 100 }, ...named('b', 'c')],
    [['a'], ['large'], ['b', 'c']],
  ],
  [
    'contains one append per stream, in order, so that a busy stream does not delay others',
    [hot('1'), hot('2'), hot('3'), ...named('a', 'b', 'c')],
    [['1', 'a', 'b'], ['2', 'c'], ['3']],
  ],
])('a batch %s', (_, appends, expected) => expect(waiting(...appends).batches()).toEqual(expected))

test('takes all waiting appends at once', () => {
  const { pending } = waiting(hot('a'), hot('b'), { name: 'c' })
  expect(pending.all().map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(pending.next()).toEqual([])
})
