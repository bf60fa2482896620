import { type Expected, InvalidAppend, StoreUnavailable } from '../../port.ts'
import { idsOf, someEvents, someStream } from '../../testing/contract/harness.ts'
import { useEmulator } from '../testing/harness.ts'

const current = useEmulator()
const stored = (stream: string) => Array.fromAsync(current().store.read(stream))

test.each<[Expected, number]>([
  ['no_stream', 0],
  [1, 2],
  ['stream_exists', 2],
  ['any', 2],
])(
  'a retry that expects %s is recognised after the server has restarted and forgotten the ids, also by another process',
  async (expected, length) => {
    const { store, another } = current()
    const stream = someStream()
    if (length > 0) await store.append(stream, someEvents(length), 'no_stream')
    const events = someEvents(2)
    const first = await store.append(stream, events, expected)
    await current().emulator.stop()
    await current().emulator.start()
    for (const process of [store, await another()])
      expect(await process.append(stream, events, expected)).toEqual(first)
    expect(await stored(stream)).toHaveLength(length + 2)
  },
)

test('events that a restored log has lost are written when they are sent again, also if others took their revisions', async () => {
  const { store, another, emulator } = current()
  const stream = someStream()
  await store.append(stream, someEvents(1), 'any')
  const count = emulator.log.all.length
  const lost = someEvents(3)
  await store.append(stream, lost, 'any')
  emulator.log.restore(count)
  const other = await another()
  await other.append(stream, someEvents(5), 'any')
  expect(await store.append(stream, lost, 'any')).toMatchObject({ revision: 8 })
  expect(idsOf(await stored(stream)).slice(-3)).toEqual(idsOf(lost))
})

test('an append that is repeated after another process deleted its stream is written again', async () => {
  const { store, another } = current()
  const stream = someStream()
  await store.append(stream, someEvents(1), 'any')
  const late = someEvents(1)
  await store.append(stream, late, 'any')
  const { position } = await store.append(someStream(), someEvents(1), 'no_stream')
  const other = await another()
  await other.deleteStreams([stream], { before: position })
  expect(await store.append(stream, late, 'any')).toMatchObject({ revision: 3 })
  expect(idsOf(await stored(stream))).toEqual(idsOf(late))
})

test('a stream that was missing at first is read again after another process started it', async () => {
  const { store, another } = current()
  const stream = someStream()
  const other = await another()
  await expect(store.append(stream, someEvents(1), 'stream_exists')).rejects.toMatchObject({ actual: null })
  const theirs = someEvents(2)
  await other.append(stream, theirs, 'no_stream')
  await store.append(stream, someEvents(1), 1)
  expect(await store.append(stream, theirs, 'any')).toMatchObject({ revision: 1 })
  expect(await stored(stream)).toHaveLength(3)
})

test('a tombstoned stream refuses every append, reads as empty, and is not in the log', async () => {
  const { store, emulator } = current()
  const stream = someStream()
  await store.append(stream, someEvents(1), 'no_stream')
  emulator.log.tombstone(stream)
  await expect(store.append(stream, someEvents(1), 'any')).rejects.toThrow(/tombstone/)
  await expect(store.append(stream, someEvents(1), 0)).rejects.toThrow(InvalidAppend)
  expect(await stored(stream)).toEqual([])
  const last = await Array.fromAsync(store.readAll({ direction: 'backwards', limit: 1 }))
  expect(last[0]?.revision).toBeLessThan(2 ** 40)
})

test('a closed store accepts no append, and has finished the accepted ones', async () => {
  const store = await current().another()
  const stream = someStream()
  const appending = [1, 2, 3].map(() => store.append(stream, someEvents(1), 'any'))
  await store.close()
  expect((await Promise.all(appending)).map(({ revision }) => revision)).toEqual([0, 1, 2])
  await expect(store.append(stream, someEvents(1), 'any')).rejects.toThrow(StoreUnavailable)
})

test('many appends in order are in the log in that order, and each stream has its revisions', async () => {
  const { store } = current()
  const start = await store.head()
  const streams = Array.from({ length: 7 }, someStream)
  const existing = streams[3] as string
  await store.append(existing, someEvents(2), 'no_stream')
  const appends = Array.from({ length: 300 }, (_, at) => {
    const stream = streams[at % 7] as string
    const expected = stream === existing ? ('any' as const) : ('no_stream' as const)
    return { stream, events: someEvents(1 + (at % 2)), expected }
  })
  const sent = appends.flatMap(({ events }) => idsOf(events))
  await store.appendInOrder(appends)
  const log = await Array.fromAsync(store.readAll(start ? { after: start } : {}))
  expect(idsOf(log).slice(2)).toEqual(sent)
  const again = [{ stream: existing, events: someEvents(1), expected: 'no_stream' as const }]
  await expect(store.appendInOrder(again)).rejects.toMatchObject({ name: 'RevisionConflict' })
})
