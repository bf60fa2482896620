import { execFileSync } from 'node:child_process'
import { lockServer } from '@tba/testing/server-lock.ts'
import { waitUntil } from '@tba/testing/wait.ts'
import { type EventStore, StoreUnavailable } from '../port.ts'
import { endOf, followUntil, idsOf, someEvent, someEvents, someStream } from '../testing/contract/harness.ts'
import { persist } from '../testing/contract/outage.ts'
import { openEventStoreDb } from './store.ts'
import { leaderOf } from './testing/harness.ts'

const { EVENTSTORE_URL: url = '', EVENTSTORE_NODE: command, ...env } = process.env
const nodes = url
  .replace(/\?.*$/, '')
  .replace(/^.*[/@]/, '')
  .split(',')
const writers = 16

/**
 * The command gets one of these words and the address of a node. It starts a node again that ends by itself. It does not get
 * our variables, which a server would take for its options.
 */
const tell = (word: 'kill' | 'start' | 'freeze' | 'thaw', node: string) =>
  execFileSync(command ?? '', [word, node], { stdio: 'ignore', env })

if (command && nodes.length === 3) {
  let turn: AsyncDisposable
  beforeAll(async () => {
    turn = await lockServer(url)
  }, 600_000)
  afterAll(() => turn[Symbol.asyncDispose]())
  // A node that starts is no node yet for what comes next.
  afterEach(() => Promise.all(nodes.map(node => waitUntil(() => answers(node)))))

  const answers = (node: string) =>
    openEventStoreDb({ url: url.replace(nodes.join(), node) }).then(
      store => store.close().then(() => true),
      () => false,
    )
  const leader = () => leaderOf(url).catch(() => null)
  const followersOf = (leading: string) => nodes.filter(node => node !== leading)
  async function open(giveUpAfterMs?: number): Promise<EventStore> {
    const store = await openEventStoreDb({ url, ...(giveUpAfterMs && { giveUpAfterMs }) })
    onTestFinished(() => store.close())
    return store
  }
  const all = async (store: EventStore, start: object) => idsOf(await Array.fromAsync(store.readAll(start)))

  test.each([
    ['is killed', 'kill', 'start'],
    ['hangs', 'freeze', 'thaw'],
  ] as const)(
    'the leader %s under 16 writers: they go on, each event is there once, and a follower of the log sees it once',
    async (_, fault, mend) => {
      const store = await open()
      const start = await endOf(store)
      const stop = new AbortController()
      const written: string[] = []
      const following = followUntil(
        store,
        start,
        seen => stop.signal.aborted && seen.length >= written.length,
      )
      async function write(): Promise<void> {
        const stream = someStream()
        while (!stop.signal.aborted) {
          const event = someEvent()
          await persist(store, event, stream)
          written.push(event.id)
        }
      }
      const writing = Array.from({ length: writers }, write)
      await expect.poll(() => written.length).toBeGreaterThan(200)
      const former = await leaderOf(url)
      tell(fault, former)
      const lostMs = performance.now()
      await expect.poll(leader).toSatisfy(now => now !== null && now !== former)
      const before = written.length
      await expect.poll(() => written.length).toBeGreaterThan(before + 2 * writers)
      console.log(`The leader ${fault}: written again after ${Math.round(performance.now() - lostMs)} ms.`)
      tell(mend, former)
      const back = written.length
      await expect.poll(() => written.length).toBeGreaterThan(back + 200)
      stop.abort()
      await Promise.all(writing)
      // Wakes the follower, should it have seen all already.
      const last = someEvent()
      await persist(store, last)
      const { seen } = await following
      const log = await all(store, start)
      expect(log.toSorted()).toEqual([...written, last.id].toSorted())
      expect(idsOf(seen)).toEqual(log.slice(0, seen.length))
    },
  )

  test('of three nodes one is left: appends fail as an outage, and after it they are there once', async () => {
    const store = await open(2_000)
    const start = await endOf(store)
    const left = await leaderOf(url)
    const [event, stream] = [someEvent(), someStream()]
    for (const node of followersOf(left)) tell('kill', node)
    await expect(store.append(stream, [event], 'no_stream')).rejects.toThrow(StoreUnavailable)
    for (const node of followersOf(left)) tell('start', node)
    await persist(store, event, stream)
    expect(await all(store, start)).toEqual([event.id])
  })

  test('what only the leader has is shown to no reader, and it gives it up for what the others wrote', async () => {
    const store = await open(1_000)
    const stream = someStream()
    const { position: after } = await store.append(stream, someEvents(1), 'no_stream')
    const former = await leaderOf(url)
    const [lost, kept] = [someEvent(), someEvent()]
    for (const node of followersOf(former)) tell('freeze', node)
    await expect(store.append(stream, [lost], 0)).rejects.toThrow(StoreUnavailable)
    expect(await all(store, { after }).catch(() => [])).toEqual([])
    for (const node of [...followersOf(former), former]) tell('kill', node)
    for (const node of followersOf(former)) tell('start', node)
    await persist(store, kept, stream)
    tell('start', former)
    await expect.poll(() => all(store, { after }).catch(() => [])).toEqual([kept.id])
    // It has forgotten the event: the same id is written again.
    await persist(store, lost, stream)
    expect(await all(store, { after })).toEqual([kept.id, lost.id])
  })
} else {
  test('three nodes of EventStoreDB keep the log', context => {
    const reason = 'EVENTSTORE_URL names no three nodes, or EVENTSTORE_NODE no command that kills them'
    console.warn(`NOT RUN: a cluster of EventStoreDB: ${reason}`)
    context.skip(reason)
  })
}
