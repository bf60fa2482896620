import { InvalidPosition, type Position, type ReadOptions, type StoredEvent } from '../../port.ts'
import { endOf, type Harness, idsOf, readable, someEvent, someEvents, someStream } from './harness.ts'

export function readCases(harness: () => Harness): void {
  describe('reading a stream', () => {
    const stream = someStream()
    beforeAll(async () => {
      await harness().store.append(stream, someEvents(6), 'no_stream')
    })

    test.each<[ReadOptions, number[]]>([
      [{}, [0, 1, 2, 3, 4, 5]],
      [{ from: 2 }, [2, 3, 4, 5]],
      [{ from: 2, limit: 2 }, [2, 3]],
      [{ from: 6 }, []],
      [{ limit: 0 }, []],
      [{ direction: 'backwards' }, [5, 4, 3, 2, 1, 0]],
      [{ direction: 'backwards', from: 2 }, [2, 1, 0]],
      [{ direction: 'backwards', from: 4, limit: 2 }, [4, 3]],
      [{ direction: 'backwards', limit: 1 }, [5]],
      [{ direction: 'backwards', from: 99 }, [5, 4, 3, 2, 1, 0]],
    ])('%o gives the revisions %j', async (options, revisions) => {
      const events = await Array.fromAsync(harness().store.read(stream, options))
      expect(events.map(event => event.revision)).toEqual(revisions)
    })

    test('a missing stream is empty, both ways', async () => {
      for (const direction of ['forwards', 'backwards'] as const)
        expect(await Array.fromAsync(harness().store.read(someStream(), { direction }))).toEqual([])
    })

    test('reads a stream longer than a page completely, both ways', async () => {
      const long = someStream()
      const first = await harness().store.append(long, someEvents(900), 'no_stream')
      await harness().store.append(long, someEvents(700), first.revision)
      const revisions = async (options: ReadOptions) =>
        (await Array.fromAsync(harness().store.read(long, options))).map(event => event.revision)
      const all = Array.from({ length: 1600 }, (_, index) => index)
      expect(await revisions({})).toEqual(all)
      expect(await revisions({ direction: 'backwards' })).toEqual(all.toReversed())
      expect(await revisions({ from: 10, limit: 1100 })).toEqual(all.slice(10, 1110))
    })
  })

  describe('reading the log', () => {
    const type = `Type${crypto.randomUUID()}`
    let start: { after?: Position }
    let log: StoredEvent[]
    beforeAll(async () => {
      const { store } = harness()
      start = await endOf(store)
      for (let number = 0; number < 4; number++) {
        await store.append(someStream(), [someEvent(), someEvent({ type })], 'no_stream')
      }
      await readable(store, (await store.head()) as Position)
      log = await Array.fromAsync(store.readAll(start))
    })
    const all = (options: Parameters<Harness['store']['readAll']>[0]) =>
      Array.fromAsync(harness().store.readAll({ ...start, ...options }))

    test('has the order of the appends, and of their events', () => {
      expect(log.map(event => event.revision)).toEqual([0, 1, 0, 1, 0, 1, 0, 1])
      expect(log.map(event => event.position)).toEqual(log.map(event => event.position).toSorted())
    })

    test('continues after any event with the next one', async () => {
      for (const [index, { position }] of log.entries()) {
        expect(await all({ after: position })).toEqual(log.slice(index + 1))
      }
    })

    test('backwards it ends at the start, and starts before the given position', async () => {
      expect(await all({ direction: 'backwards' })).toEqual(log.toReversed())
      const before = (log[2] as StoredEvent).position
      expect(await all({ direction: 'backwards', before })).toEqual(log.slice(0, 2).reverse())
    })

    test('can be limited on both sides and in number, both ways', async () => {
      const [second, sixth] = [log[1] as StoredEvent, log[5] as StoredEvent]
      const between = { after: second.position, before: sixth.position }
      expect(await all(between)).toEqual(log.slice(2, 5))
      expect(await all({ ...between, limit: 2 })).toEqual(log.slice(2, 4))
      expect(await all({ ...between, limit: 2, direction: 'backwards' })).toEqual(log.slice(3, 5).reverse())
      expect(await all({ limit: 0 })).toEqual([])
    })

    test('can be filtered by types, both ways', async () => {
      const ofType = log.filter(event => event.type === type)
      expect(ofType).toHaveLength(4)
      expect(await all({ types: [type] })).toEqual(ofType)
      expect(await all({ types: [type, type, 'PlanActivated'] })).toEqual(log)
      const newest = ofType.toReversed().slice(0, 3)
      expect(await all({ types: [type], direction: 'backwards', limit: 3 })).toEqual(newest)
      expect(await all({ types: [] })).toEqual([])
    })

    test('matches types exactly, with any letters', async () => {
      const { store } = harness()
      const start = await endOf(store)
      const types = ['Plan', 'PlanActivated', 'Plan.Activated', 'Piano (più)', 'a|b', '^Plan$']
      for (const type of types) await store.append(someStream(), [someEvent({ type })], 'no_stream')
      await readable(store, (await store.head()) as Position)
      for (const type of types) {
        const found = await Array.fromAsync(store.readAll({ ...start, types: [type] }))
        expect(found.map(event => event.type)).toEqual([type])
      }
    })

    test("never shows the system's own events", async () => {
      for await (const event of harness().store.readAll()) {
        expect(event.stream.startsWith('$') || event.type.startsWith('$')).toBe(false)
      }
    })

    test('the head is the newest event', async () => {
      const { position } = await harness().store.append(someStream(), [someEvent()], 'no_stream')
      expect(await harness().store.head()).toBe(position)
    })

    test('refuses a text that is no position of this log', async () => {
      for (const token of ['', 'x', '-1', `${log[0]?.position}0`]) {
        await expect(all({ after: token as Position }), JSON.stringify(token)).rejects.toThrow(
          InvalidPosition,
        )
      }
    })

    test('reads a log longer than a page completely, with and without a filter', async () => {
      const from = await endOf(harness().store)
      const events = Array.from({ length: 1300 }, (_, index) => someEvent(index % 2 ? {} : { type }))
      await harness().store.append(someStream(), events.slice(0, 700), 'no_stream')
      const { position } = await harness().store.append(someStream(), events.slice(700), 'no_stream')
      await readable(harness().store, position)
      const ofType = idsOf(events.filter(event => event.type === type))
      const ids = async (options: object) => idsOf(await all({ ...from, ...options }))
      expect(await ids({})).toEqual(idsOf(events))
      expect(await ids({ types: [type] })).toEqual(ofType)
      expect(await ids({ direction: 'backwards' })).toEqual(idsOf(events).reverse())
      expect(await ids({ types: [type], direction: 'backwards' })).toEqual(ofType.toReversed())
    })
  })
}
