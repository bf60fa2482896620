import { InvalidPosition, type Position } from '@tba/event-store/port.ts'
import { marking, refuseLostEvents } from './lost-events.ts'

const at = (number: number, generation = 1) =>
  `${generation.toString(16).padStart(8, '0')}-0000000000000001-${number.toString(16).padStart(16, '0')}` as Position
const event = (number: number) => ({ position: at(number), id: `event-${number}`, stream: 'session-s' })
const mark = (number: number, eventCount = 1, follower = 'users') => ({
  ...event(number),
  follower,
  eventCount,
})
const loss = (number: number) => ({ eventCount: 1, isExact: true, first: at(number), last: at(number) })

const announced = expect.stringMatching(/^select pg_notify/)

type Tables = { marks?: readonly object[]; reached?: Position | null; known?: object | null }

/** A log up to `head`, of the first generation, and what the tables know. */
function reading(head: number, { marks = [], reached = null, known = null }: Tables = {}) {
  const queries: string[] = []
  const store = {
    head: async () => (head > 0 ? at(head) : null),
    settled: async () => {},
    readAt: async (positions: Position[]) =>
      positions.flatMap(position => {
        const number = Number.parseInt(position.slice(-4), 16)
        return number <= head ? event(number) : []
      }),
    async *readAll({ after }: { after: Position }) {
      if (after.startsWith('00000001-')) yield event(head)
      else throw new InvalidPosition('not of this log')
    },
  }
  const pool = {
    any: async () => marks,
    maybeOne: async () => known,
    one: async () => ({ position: reached }),
    query: async ({ sql }: { sql: string }) =>
      void queries.push(sql.trim().split(/\s/).slice(0, 3).join(' ')),
  }
  return { queries, refuse: (read?: object) => refuseLostEvents({ pool, store } as never, read as never) }
}

test('a log that holds all that was taken in is not refused', async () => {
  for (const tables of [{}, { marks: [mark(5), mark(3)], reached: at(5) }, { reached: at(5) }]) {
    const { refuse, queries } = reading(5, tables)
    await refuse(event(4))
    expect(queries).toEqual([])
  }
})

test.each([
  ['the events of one batch', [mark(5), mark(4), mark(3)], '1', [5, 5], 4],
  ['each of the last batches', [mark(5), mark(4), mark(3)], '2', [4, 5], 3],
  ['all of the batches between', [mark(9, 2), mark(7, 3), mark(4)], 'at least 3', [7, 9], 4],
  ['at least one a mark, without one before', [mark(5), mark(4)], 'at least 2', [4, 5], 0],
  ['what two read together once', [mark(5), mark(5, 1, 'bots'), mark(4)], '1', [5, 5], 4],
  ['what lies between the marks', [mark(9), mark(4)], 'at least 1', [9, 9], 4],
])('a lost end is counted: %s', async (_, marks, count, [first = 0, last = 0], head) => {
  const { refuse, queries } = reading(head, { marks })
  const sentence = `The event log has lost ${count} of its newest events, between the positions ${at(first)} and ${at(last)}: `
  await expect(refuse()).rejects.toThrow(sentence)
  expect(queries).toEqual(['insert into projector.lost_events', announced])
})

test('tables without marks that are beyond the log are refused, unless they are of another log', async () => {
  await expect(reading(4, { reached: at(5) }).refuse()).rejects.toThrow('lost at least 1 of')
  await expect(reading(0, { reached: at(5) }).refuse()).rejects.toThrow('lost at least 1 of')
  for (const reached of [at(5, 2), `${'0'.repeat(8)}-${'0'.repeat(16)}-${'0'.repeat(16)}` as Position])
    await reading(4, { reached }).refuse()
  // Marks of another generation say nothing about this one.
  await reading(4, { marks: [{ ...mark(5), position: at(5, 2) }, mark(9)], reached: at(4) }).refuse()
})

test('an event that was read and is gone is read again', async () => {
  await expect(reading(4).refuse(event(5))).rejects.toThrow('the log no longer holds what was read')
})

describe('a loss that was noticed', () => {
  test('is noted once', async () => {
    const { refuse, queries } = reading(4, { marks: [mark(5), mark(4)], known: loss(5) })
    await expect(refuse()).rejects.toThrow('lost 1 of')
    expect(queries).toEqual([])
  })

  test('stays refused until the tables have gone further, or the log is another one', async () => {
    await expect(reading(5, { marks: [mark(4)], known: loss(5) }).refuse()).rejects.toThrow('lost 1 of')
    await expect(reading(5, { known: loss(5) }).refuse()).rejects.toThrow('lost 1 of')
    const forgotten = ['delete from projector.lost_events', announced]
    for (const [head, tables] of [
      [5, { marks: [mark(5)], known: loss(5) }],
      [4, { known: { ...loss(5), last: at(5, 2) } }],
    ] as const) {
      const { refuse, queries } = reading(head, tables)
      await refuse()
      expect(queries).toEqual(forgotten)
    }
  })
})

test('a batch leaves a mark, but not in a log whose positions name the event', () => {
  const [statement] = marking('users', event(5), 3)
  expect(statement).toMatchObject({ name: 'mark', values: ['users', at(5), 'event-5', 'session-s', 3] })
  const other = `${'0'.repeat(16)}-${'0'.repeat(16)}-00000001` as Position
  expect(marking('users', { ...event(5), position: other }, 3)).toEqual([])
})
