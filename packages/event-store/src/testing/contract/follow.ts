import { type EventStore, InvalidPosition, type Position } from '../../port.ts'
import {
  endOf,
  followUntil,
  type Harness,
  idsOf,
  isUnsupported,
  readable,
  someEvent,
  someEvents,
  someStream,
} from './harness.ts'

export function followCases(harness: () => Harness): void {
  const append = (...events: ReturnType<typeof someEvents>) =>
    harness().store.append(someStream(), events, 'no_stream')

  describe('following the log', () => {
    test('returns all events of many types, few or many, also among many others', async () => {
      const { store } = harness()
      const start = await endOf(store)
      const types = Array.from({ length: 12 }, (_, at) => `Fact${at}`)
      const wanted: string[] = []
      const write = async (count: number, type?: string) => {
        const events = Array.from({ length: count }, (_, at) =>
          someEvent({ type: type ?? `Fact${at % types.length}` }),
        )
        if (!type) wanted.push(...idsOf(events))
        await append(...events)
      }
      await write(700, 'Click')
      await write(1)
      await write(700, 'Click')
      await write(900)
      const all = wanted.length
      let wasLive = false
      const { seen } = await followUntil(store, { ...start, types }, (events, caughtUp) => {
        if (caughtUp && !wasLive && events.length === all) {
          wasLive = true
          void write(700, 'Click')
            .then(() => write(1))
            .then(() => write(600))
        }
        return events.length === all + 601
      })
      expect(idsOf(seen)).toEqual(wanted)
    })

    test('returns existing events, reports the catch-up, and continues with new ones', async () => {
      const { store } = harness()
      const start = await endOf(store)
      const old = someEvents(3)
      const { position } = await append(...old)
      await readable(store, position)
      const fresh = someEvents(2)
      let appended = false
      const { seen } = await followUntil(store, start, (events, caughtUp) => {
        if (caughtUp && !appended) {
          expect(idsOf(events)).toEqual(idsOf(old))
          expect(caughtUp.caughtUp).toBe(position)
          appended = true
          void append(...fresh)
        }
        return events.length === 5
      })
      expect(idsOf(seen)).toEqual(idsOf([...old, ...fresh]))
    })

    test('after a restart at any event it continues with the next one, without loss or repetition', async () => {
      const { store } = harness()
      const start = await endOf(store)
      const events = someEvents(4)
      await append(...events)
      const { seen } = await followUntil(store, start, all => all.length === 4)
      for (const [index, { position }] of seen.entries()) {
        const rest = seen.slice(index + 1)
        const isEnd = (all: readonly unknown[], caughtUp: unknown) => caughtUp !== null || all.length > 3
        const resumed = await followUntil(store, { after: position }, isEnd)
        expect(resumed.seen).toEqual(rest)
      }
    })

    test('a filter returns only its types, and moves on without matches', async () => {
      const { store } = harness()
      const start = await endOf(store)
      const type = `Type${crypto.randomUUID()}`
      const wanted = someEvent({ type })
      await append(someEvent(), wanted, someEvent())
      const { position } = await append(...someEvents(3))
      const ofType = { ...start, types: [type] }
      const filtered = await followUntil(store, ofType, (_, caughtUp) => caughtUp?.caughtUp === position)
      expect(idsOf(filtered.seen)).toEqual([wanted.id])
      const { position: later } = await append(someEvent())
      const nothing = { after: position, types: ['NothingIsOfThisType'] }
      const { seen } = await followUntil(store, nothing, (_, caughtUp) => caughtUp?.caughtUp === later)
      expect(seen).toEqual([])
    })

    test('ends when its signal aborts, and does not start when it has', async () => {
      const stop = new AbortController()
      let batches = 0
      for await (const batch of harness().store.follow({ signal: stop.signal })) {
        if ('caughtUp' in batch) setTimeout(() => stop.abort())
        batches++
      }
      expect(batches).toBeGreaterThan(0)
      expect(await Array.fromAsync(harness().store.follow({ signal: stop.signal }))).toEqual([])
    })

    test('ends when its store closes', async () => {
      const store = await harness().another()
      const { signal } = new AbortController()
      for await (const batch of store.follow({ signal })) if ('caughtUp' in batch) void store.close()
    })

    test('refuses a text that is no position of this log', async () => {
      const { signal } = new AbortController()
      const following = harness().store.follow({ after: 'yesterday' as Position, signal })
      await expect(Array.fromAsync(following)).rejects.toThrow(InvalidPosition)
    })
  })

  test('from catch-up to live, with writers and late commits in another order, nothing is missed or repeated', async () => {
    const { delayedCommit } = harness()
    const stores = [harness().store, await harness().another()]
    const start = await endOf(harness().store)
    const rounds = 12
    const perRound = 21
    const followers = Promise.all(
      stores.map(store => followUntil(store, start, seen => seen.length >= rounds * perRound)),
    )
    const sent: string[] = []
    for (let round = 0; round < rounds; round++) {
      const late = someEvent()
      const transaction = isUnsupported(delayedCommit) ? null : await delayedCommit(someStream(), late)
      if (!transaction) await append(late)
      const events = someEvents(perRound - 1)
      const writer = (index: number) => stores[index % 2] as EventStore
      await Promise.all(events.map((event, at) => writer(at).append(someStream(), [event], 'no_stream')))
      await transaction?.commit()
      sent.push(late.id, ...idsOf(events))
    }
    for (const { seen } of await followers) {
      expect(idsOf(seen).toSorted()).toEqual(sent.toSorted())
      const positions = seen.map(event => event.position)
      expect(positions).toEqual(positions.toSorted())
    }
  })
}
