import {
  endOf,
  followUntil,
  type Harness,
  idsOf,
  orSkip,
  readable,
  someEvent,
  someEvents,
  someStream,
} from './harness.ts'

export function deleteCases(harness: () => Harness): void {
  describe('deleting streams', () => {
    test('removes everything before the position, and nothing else', async () => {
      const { store } = harness()
      const [deleted, alsoDeleted, stays] = [someStream(), someStream(), someStream()]
      const kept = someEvents(2)
      await store.append(deleted, someEvents(3), 'no_stream')
      await store.append(stays, kept, 'no_stream')
      await store.append(alsoDeleted, someEvents(1), 'no_stream')
      const { position } = await store.append(someStream(), [someEvent()], 'no_stream')
      await readable(store, position)
      for (const _ of ['first', 'again'])
        await store.deleteStreams([deleted, alsoDeleted], { before: position })
      expect(await Array.fromAsync(store.read(deleted))).toEqual([])
      expect(idsOf(await Array.fromAsync(store.read(stays)))).toEqual(idsOf(kept))
    })

    test('readers of the log no longer see them', async context => {
      orSkip(harness().removesDeleted, context)
      const { store } = harness()
      const start = await endOf(store)
      const deleted = someStream()
      await store.append(deleted, someEvents(3), 'no_stream')
      const mark = someEvent()
      const { position } = await store.append(someStream(), [mark], 'no_stream')
      await readable(store, position)
      await store.deleteStreams([deleted], { before: position })
      expect(idsOf(await Array.fromAsync(store.readAll(start)))).toEqual([mark.id])
      const { seen } = await followUntil(store, start, events => events.length === 1)
      expect(idsOf(seen)).toEqual([mark.id])
    })

    test('later events keep their revisions, and the stream continues after them', async () => {
      const { store } = harness()
      const stream = someStream()
      await store.append(stream, someEvents(2), 'no_stream')
      const { position } = await store.append(someStream(), someEvents(1), 'no_stream')
      const later = someEvent()
      await store.append(stream, [later], 'any')
      await store.deleteStreams([stream], { before: position })
      expect(await Array.fromAsync(store.read(stream))).toMatchObject([{ id: later.id, revision: 2 }])
      expect(await store.append(stream, someEvents(1), 2)).toMatchObject({ revision: 3 })
    })

    test('an emptied stream can start again, without its old events', async () => {
      const { store } = harness()
      const stream = someStream()
      await store.append(stream, someEvents(2), 'no_stream')
      const { position } = await store.append(someStream(), someEvents(1), 'no_stream')
      await store.deleteStreams([stream], { before: position })
      const events = someEvents(2)
      const restarted = await store.append(stream, events, 'no_stream')
      const recorded = await Array.fromAsync(store.read(stream))
      expect(idsOf(recorded)).toEqual(idsOf(events))
      expect(recorded.at(-1)).toMatchObject(restarted)
      expect(await store.append(stream, someEvents(1), restarted.revision)).toMatchObject({
        revision: restarted.revision + 1,
      })
    })

    test('its revisions start again too', async context => {
      orSkip(harness().removesDeleted, context)
      const { store } = harness()
      const stream = someStream()
      await store.append(stream, someEvents(2), 'no_stream')
      const { position } = await store.append(someStream(), someEvents(1), 'no_stream')
      await store.deleteStreams([stream], { before: position })
      expect(await store.append(stream, someEvents(1), 'no_stream')).toMatchObject({ revision: 0 })
    })
  })
}
