import { InvalidPosition, type Position, type StoredEvent } from '../../port.ts'
import { endOf, type Harness, idsOf, orSkip, readable, someEvent, someEvents, someStream } from './harness.ts'

export function readAtCases(harness: () => Harness): void {
  describe('reading events by their positions', () => {
    let log: StoredEvent[]
    beforeAll(async () => {
      const { store } = harness()
      const start = await endOf(store)
      await store.append(someStream(), someEvents(30), 'no_stream')
      for (let number = 0; number < 10; number++)
        await store.append(someStream(), [someEvent({ data: { città: `Forlì ${number}` } })], 'no_stream')
      await readable(store, (await store.head()) as Position)
      log = await Array.fromAsync(store.readAll(start))
    })
    const at = (events: readonly { position: string }[]) =>
      harness().store.readAt(events.map(({ position }) => position as Position))

    test('returns complete events in the given order', async () => {
      expect(log).toHaveLength(40)
      const mixed = log.toSorted((a, b) => a.id.localeCompare(b.id))
      expect(await at(mixed)).toEqual(mixed)
    })

    test('no position returns no event, and a repeated one returns it twice', async () => {
      expect(await at([])).toEqual([])
      const [event] = log as [StoredEvent]
      expect(await at([event, event])).toEqual([event, event])
    })

    test('an appended event is found at once at the returned position', async () => {
      const event = someEvent()
      const appended = await harness().store.append(someStream(), [event], 'no_stream')
      expect(await at([appended])).toMatchObject([{ id: event.id, ...appended }])
    })

    test('a position without an event returns none', async () => {
      const [event, other] = log as [StoredEvent, StoredEvent]
      const nowhere = `${other.position.slice(0, -8)}${'f'.repeat(8)}`
      expect(await at([event, { position: nowhere }, other])).toEqual([event, other])
    })

    test('leaves out events of a deleted stream', async context => {
      orSkip(harness().removesDeleted, context)
      const { store } = harness()
      const start = await endOf(store)
      const deleted = someStream()
      await store.append(deleted, someEvents(2), 'no_stream')
      const { position } = await store.append(someStream(), [someEvent()], 'no_stream')
      await readable(store, position)
      const before = await Array.fromAsync(store.readAll(start))
      await store.deleteStreams([deleted], { before: position })
      expect(idsOf(await at(before))).toEqual(idsOf(before.slice(2)))
    })

    test('refuses a text that is no position of this log, also among others', async () => {
      const [{ position }] = log as [StoredEvent]
      for (const token of ['', 'x', `${position}0`, position.toUpperCase().replace(/^./, 'G')])
        await expect(at([{ position }, { position: token }]), token).rejects.toThrow(InvalidPosition)
    })
  })
}
