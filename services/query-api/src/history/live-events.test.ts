import { EventEmitter, on } from 'node:events'
import type { Position, ReadAllOptions, StoredEvent } from '@tba/event-store/port.ts'
import { LiveEvents } from './live-events.ts'
import { filterOf } from './querystring.ts'

const at = (number: number) => String(number).padStart(8, '0') as Position
const recorded = (number: number): StoredEvent => ({
  id: `e${number}`,
  stream: 'visit-x',
  revision: number,
  type: 'ConsentChosen',
  position: at(number),
  recordedAt: '2026-01-01T00:00:00.000Z',
  data: { choice: 'all' },
  metadata: { schemaVersion: 1 },
})
const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, number) => first + number)

/** A log with this many events that the test extends, and its subscribers. */
function watched({ end = 0, checkEveryMs = 60_000, gatherMs: batchMs = 0, pageMs = 0 } = {}) {
  const log = { end, head: null as number | null, reads: 0 }
  const growing = new EventEmitter()
  const store = {
    async *readAll({ after = at(0), direction, limit = 1 }: ReadAllOptions = {}) {
      log.reads++
      if (pageMs) await new Promise(resolve => setTimeout(resolve, pageMs))
      const first = direction === 'backwards' ? log.end : Number(after) + 1
      for (const number of numbers(first, Math.min(log.end, first + limit - 1))) yield recorded(number)
    },
    async *follow({ after, signal }: { after?: Position; signal: AbortSignal }) {
      yield { caughtUp: after ?? at(0) }
      for await (const [batch] of on(growing, 'batch', { signal })) yield batch as StoredEvent[]
    },
  }
  const open = new Set(['s'])
  const onError = vi.fn()
  const live = new LiveEvents({
    store,
    readSide: async () => ({ head: at(log.head ?? log.end), lagMs: 0 }),
    openSessions: async () => open,
    isLost: async () => false,
    onError,
    checkEveryMs,
    batchMs,
  })
  onTestFinished(() => live.close())

  function watch({ after = null as number | null, type = [] as string[] } = {}) {
    const connection = Object.assign(new EventEmitter(), { destroyed: false })
    const messages = live.messages({
      account: 'a',
      sid: 's',
      address: 'here',
      endsAt: Number.POSITIVE_INFINITY,
      connection: connection as never,
      filter: filterOf({ type }),
      after: after === null ? null : at(after),
    })
    return { messages }
  }
  const grow = (count: number) => {
    const news = numbers(log.end + 1, log.end + count).map(recorded)
    log.end += count
    growing.emit('batch', news)
  }
  return { live, log, open, onError, watch, grow }
}

const idsIn = (text: string) => [...text.matchAll(/^id: (.*)\nevent: event$/gm)].map(([, id]) => id)
const headIdsIn = (text: string) => [...text.matchAll(/^id: (.*)\nevent: head$/gm)].map(([, id]) => id)

async function taken(messages: AsyncGenerator<string>, isEnough: (text: string) => boolean) {
  let text = ''
  while (!isEnough(text)) {
    const { value, done } = await messages.next()
    if (done) return text
    text += value
  }
  return text
}

test('a subscriber that returns gets missed and new events, each once and in order', async () => {
  const { watch, grow } = watched({ end: 1_200 })
  const { messages } = watch({ after: 100 })
  const first = await taken(messages, text => idsIn(text).length > 0)
  grow(3)
  grow(2)
  const rest = await taken(messages, text => idsIn(text).at(-1) === at(1_205))
  expect(idsIn(first + rest)).toEqual(numbers(101, 1_205).map(at))
})

test('many subscribers share one read of the log and get the same events', async () => {
  const { watch, grow, log } = watched({ end: 10 })
  const all = numbers(1, 5).map(() => watch().messages)
  await Promise.all(all.map(messages => messages.next()))
  const { reads } = log
  grow(20)
  for (const messages of all) {
    const text = await taken(messages, told => idsIn(told).length === 20)
    expect(idsIn(text)).toEqual(numbers(11, 30).map(at))
  }
  expect(log.reads).toBe(reads)
})

test('a slow subscriber gets every event from the log and delays nobody', async () => {
  const { watch, grow, log } = watched()
  const [slow, quick] = [watch(), watch()]
  await Promise.all([slow.messages.next(), quick.messages.next()])
  const told = taken(quick.messages, text => idsIn(text).length === 1_500)
  for (const _ of numbers(1, 30)) {
    grow(50)
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  expect(idsIn(await told)).toEqual(numbers(1, 1_500).map(at))
  const { reads } = log
  const late = await taken(slow.messages, text => idsIn(text).length === 1_500)
  expect(idsIn(late)).toEqual(numbers(1, 1_500).map(at))
  expect(log.reads).toBeGreaterThan(reads)
})

test('a search in a long log without matches reports its progress', async () => {
  const { watch } = watched({ end: 4_000, pageMs: 20, checkEveryMs: 30 })
  const { messages } = watch({ after: 0, type: ['Nulla'] })
  const text = await taken(messages, told => headIdsIn(told).at(-1) === at(4_000))
  expect(headIdsIn(text).length).toBeGreaterThan(2)
  expect(headIdsIn(text)).toEqual(headIdsIn(text).toSorted())
  expect(idsIn(text)).toEqual([])
})

test.each([
  ['an older log', 3],
  ['an empty log', 0],
])('after %s was restored, subscribers are disconnected and start again', async (_which, head) => {
  const { live, log, watch, onError } = watched({ end: 5, checkEveryMs: 10 })
  const { messages } = watch()
  await messages.next()
  log.head = head
  await taken(messages, () => false)
  expect(live.size).toBe(0)
  expect(onError).not.toHaveBeenCalled()
})

test.each([
  ['waits, to be sent with others', 60_000, 1],
  ['is sent after that time', 1, 3],
])('an event right after another one %s', async (_what, gatherMs, told) => {
  const { watch, grow } = watched({ gatherMs })
  const { messages } = watch()
  await messages.next()
  for (const _ of numbers(1, 3)) grow(1)
  const text = await taken(messages, some => idsIn(some).length === told)
  expect(idsIn(text)).toEqual(numbers(1, told).map(at))
})
