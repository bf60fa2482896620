import { type CaughtUp, InvalidPosition, type Position, type StoredEvent } from '../../port.ts'
import {
  endOf,
  followUntil,
  idsOf,
  someEvent,
  someEvents,
  someStream,
} from '../../testing/contract/harness.ts'
import { useEmulator } from '../testing/harness.ts'

const current = useEmulator()
/** Matches nothing. */
const nothing = { types: ['NothingIsOfThisType'] }

describe('subscriptions', () => {
  test('a slow follower loses nothing, and delays no other', async () => {
    const { store } = current()
    const start = await endOf(store)
    const events = someEvents(2_600)
    const slow = Promise.withResolvers<void>()
    const stop = new AbortController()
    const lagging = (async () => {
      const seen: StoredEvent[] = []
      for await (const batch of store.follow({ ...start, signal: stop.signal })) {
        if ('caughtUp' in batch) continue
        seen.push(...batch)
        await slow.promise
        if (seen.length >= events.length) return seen
      }
      return seen
    })()
    for (let from = 0; from < events.length; from += 650)
      await store.append(someStream(), events.slice(from, from + 650), 'no_stream')
    const { seen } = await followUntil(store, start, all => all.length >= events.length)
    expect(idsOf(seen)).toEqual(idsOf(events))
    slow.resolve()
    expect(idsOf(await lagging)).toEqual(idsOf(events))
    stop.abort()
  })

  test('neither a checkpoint of the server, which may have no event, nor the position of a system event is returned', async () => {
    const { store, emulator } = current()
    const start = await endOf(store)
    for (let round = 0; round < 3; round++) await store.append(someStream(), someEvents(600), 'no_stream')
    const position = (await store.head()) as Position
    emulator.log.putForeign('$stats', '$statsCollected')
    const seen: Position[] = []
    await followUntil(store, { ...start, ...nothing }, (_, caughtUp) => {
      if (caughtUp) seen.push(caughtUp.caughtUp)
      return caughtUp?.caughtUp === position
    })
    expect(seen).toEqual([position])
  })

  test('a subscription that ends without an error is opened again, and if it is silent, followers poll', async () => {
    const { another, emulator } = current()
    const other = await another()
    const store = await another({ pollMs: 50 })
    const start = await endOf(store)
    let rounds = 0
    const { seen } = await followUntil(store, start, events => {
      if (events.length === rounds && rounds < 4) {
        rounds++
        emulator.endSubscriptions()
        void other.append(someStream(), [someEvent({ data: { rounds } })], 'no_stream')
      }
      return events.length === 4
    })
    expect(seen.map(({ data }) => data.rounds)).toEqual([1, 2, 3, 4])
  })

  test('"consumer too slow", and a read that fails in the middle, lose and repeat nothing', async () => {
    const { store, emulator } = current()
    const start = await endOf(store)
    const events = someEvents(900)
    await store.append(someStream(), events, 'no_stream')
    emulator.faults.dropsSlowReader = true
    emulator.faults.dropAfter = 300
    let isLive = false
    const { seen } = await followUntil(store, { ...start, types: ['PlanActivated'] }, (all, caughtUp) => {
      if (caughtUp && !isLive)
        setTimeout(() => void store.append(someStream(), someEvents(1), 'no_stream'), 300)
      isLive ||= caughtUp !== null
      return all.length >= 901
    })
    expect(idsOf(seen).slice(0, 900)).toEqual(idsOf(events))
    expect(emulator.faults).toMatchObject({ dropsSlowReader: false, dropAfter: null })
  })

  test('a log that was restored while a follower was disconnected refuses its position', async () => {
    const { another, emulator } = current()
    const store = await another({ answerMs: 300 })
    await store.append(someStream(), someEvents(1), 'no_stream')
    const count = emulator.log.all.length
    const start = await endOf(store)
    await store.append(someStream(), someEvents(1), 'no_stream')
    const batches: (readonly StoredEvent[] | CaughtUp)[] = []
    const following = (async () => {
      for await (const batch of store.follow({ ...start, signal: new AbortController().signal })) {
        batches.push(batch)
        if (!('caughtUp' in batch)) continue
        await emulator.stop()
        emulator.log.restore(count)
        await emulator.start()
      }
    })()
    await expect(following).rejects.toThrow(InvalidPosition)
    expect(batches).toHaveLength(2)
  })

  test('an empty log can be caught up with, and its start is a position', async () => {
    const { startEmulator } = await import('../testing/emulator/emulator.ts')
    const { openEventStoreDb } = await import('../store.ts')
    const emulator = await startEmulator()
    const store = await openEventStoreDb({ url: emulator.url })
    expect(await store.head()).toBeNull()
    const { caughtUp } = await followUntil(store, {}, (_, caughtUp) => caughtUp !== null)
    const events = someEvents(2)
    await store.append(someStream(), events, 'no_stream')
    const after = { after: caughtUp?.caughtUp as Position }
    expect(idsOf(await Array.fromAsync(store.readAll(after)))).toEqual(idsOf(events))
    await store.close()
    await emulator.close()
  })
})
