import type { EventStore } from '../../port.ts'
import { endOf, type Harness, idsOf, orSkip, readable, someEvent, someEvents, someStream } from './harness.ts'

export function concurrencyCases(harness: () => Harness): void {
  /** This many stores, alternately of two processes. */
  async function writers(count: number): Promise<EventStore[]> {
    const both = [harness().store, await harness().another()]
    return Array.from({ length: count }, (_, index) => both[index % 2] as EventStore)
  }

  describe('many writers', () => {
    test('of several that start one stream exactly one wins, and the others get its revision', async () => {
      const stream = someStream()
      const attempts = (await writers(20)).map(store => store.append(stream, someEvents(2), 'no_stream'))
      const results = await Promise.allSettled(attempts)
      expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(1)
      for (const result of results) {
        if (result.status === 'rejected')
          expect(result.reason).toMatchObject({ name: 'RevisionConflict', actual: 1 })
      }
      expect(await Array.fromAsync(harness().store.read(stream))).toHaveLength(2)
    })

    test('many parallel appends to one stream each get their position', async () => {
      const { store } = harness()
      const stream = someStream()
      const first = someEvents(2)
      await store.append(stream, first, 'no_stream')
      const calls = Array.from({ length: 40 }, (_, index) => someEvents(1 + (index % 3)))
      // Including a repeated append, and one that lost its race.
      const repeated = store.append(stream, first, 'any')
      const late = expect(store.append(stream, someEvents(1), 'no_stream')).rejects.toMatchObject({
        name: 'RevisionConflict',
      })
      const appended = await Promise.all(calls.map(events => store.append(stream, events, 'any')))
      await late
      const recorded = await Array.fromAsync(store.read(stream))
      expect(recorded).toHaveLength(2 + calls.flat().length)
      const appendedOf = (events: readonly { id: string }[]) => {
        const { revision, position } = recorded.find(({ id }) => id === events.at(-1)?.id) ?? {}
        return { revision, position }
      }
      expect(await repeated).toEqual(appendedOf(first))
      expect(appended).toEqual(calls.map(appendedOf))
    })

    test('the order of the log keeps the order of every stream', async () => {
      const start = await endOf(harness().store)
      const streams = Array.from({ length: 5 }, someStream)
      const stores = await writers(200)
      const appended = await Promise.all(
        stores.map((store, index) =>
          store.append(streams[(index * 7) % 5] as string, someEvents(1 + (index % 3)), 'any'),
        ),
      )
      const last = appended
        .map(({ position }) => position)
        .sort()
        .at(-1)
      if (last) await readable(harness().store, last)
      const log = await Array.fromAsync(harness().store.readAll(start))
      for (const stream of streams) {
        const revisions = log.filter(event => event.stream === stream).map(event => event.revision)
        expect(revisions.length).toBeGreaterThan(0)
        expect(revisions).toEqual(revisions.map((_, index) => index))
      }
      const positions = log.map(event => event.position)
      expect(new Set(positions).size).toBe(positions.length)
      expect(positions).toEqual(positions.toSorted())
    })

    test('`settled` waits for running appends, and then they are readable', async context => {
      const { store, delayedCommit } = harness()
      const start = await endOf(store)
      const event = someEvent()
      const underWay = await orSkip(delayedCommit, context)(someStream(), event)
      await store.append(someStream(), [someEvent()], 'no_stream')
      expect(await store.settled(50)).toBe(false)
      const waiting = store.settled(20_000)
      await underWay.commit()
      expect(await waiting).toBe(true)
      expect(idsOf(await Array.fromAsync(store.readAll(start)))).toContain(event.id)
    })

    test('an acknowledged append is never after the head of the log', async () => {
      const stores = await writers(30)
      await Promise.all(
        stores.map(async store => {
          const { position } = await store.append(someStream(), [someEvent()], 'no_stream')
          const head = await store.head()
          expect(head !== null && head >= position).toBe(true)
        }),
      )
    })
  })
}
