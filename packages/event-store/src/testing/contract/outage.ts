import { type EventStore, type NewEvent, StoreUnavailable } from '../../port.ts'
import { endOf, followUntil, type Harness, idsOf, orSkip, someEvents, someStream } from './harness.ts'

export function outageCases(harness: () => Harness): void {
  describe('a dropped connection', () => {
    test('a follower reconnects and continues where it was', async context => {
      const breakConnections = orSkip(harness().breakConnections, context)
      const { store } = harness()
      const start = await endOf(store)
      const events = someEvents(6)
      const sent: Promise<void>[] = []
      const { seen } = await followUntil(store, start, all => {
        const next = events[all.length]
        if (sent.length === all.length && next) sent.push(breakConnections().then(() => persist(store, next)))
        return all.length === events.length
      })
      await Promise.all(sent)
      expect(idsOf(seen)).toEqual(idsOf(events))
    })

    test('a follower verifies the log at the start and on new connections, before the next event, and ends if it is refused', async context => {
      const breakConnections = orSkip(harness().breakConnections, context)
      const { store } = harness()
      const start = await endOf(store)
      const events = someEvents(2)
      let verified = 0
      const verify = async () => {
        if (++verified > 1 && isBroken) throw new Error('this is another log')
      }
      let isBroken = false
      const seen: string[] = []
      const following = async () => {
        const { signal } = new AbortController()
        for await (const batch of store.follow({ ...start, signal, verify })) {
          expect(verified).toBeGreaterThan(0)
          if (!('caughtUp' in batch)) seen.push(...idsOf(batch))
          else if (seen.length === 0) await persist(store, events[0] as NewEvent)
          else if (!isBroken) {
            isBroken = true
            await breakConnections()
            await persist(store, events[1] as NewEvent)
          }
        }
      }
      await expect(following()).rejects.toThrow('this is another log')
      expect(seen).toEqual(idsOf(events.slice(0, 1)))
    })

    test('acknowledged events are there once after cuts during appends', async context => {
      const breakConnections = orSkip(harness().breakConnections, context)
      const stores = [harness().store, await harness().another()]
      const stream = someStream()
      const events = someEvents(120)
      for (let from = 0; from < events.length; from += 12) {
        const round = events.slice(from, from + 12)
        const writing = round.map((event, index) => persist(stores[index % 2] as EventStore, event, stream))
        await Promise.all([...writing, breakConnections()])
      }
      const stored = await eventually(() => Array.fromAsync(harness().store.read(stream)))
      expect(idsOf(stored).toSorted()).toEqual(idsOf(events).toSorted())
      expect(stored.map(event => event.revision)).toEqual(events.map((_, index) => index))
    })
  })
}

/** After StoreUnavailable a retry with the same id is safe. */
export async function persist(store: EventStore, event: NewEvent, stream = someStream()): Promise<void> {
  await eventually(() => store.append(stream, [event], 'any'))
}

async function eventually<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }
}
