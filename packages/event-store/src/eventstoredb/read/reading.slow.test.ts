import { status } from '@grpc/grpc-js'
import { InvalidPosition, type JsonObject, type Position, StoreUnavailable } from '../../port.ts'
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

describe('reads and streams', () => {
  test('a deletion hides events from stream reads at once, and from the log after a scavenge', async () => {
    const { another, emulator } = current()
    const store = await another({ answerMs: 2_000 })
    const stream = someStream()
    const events = someEvents(3)
    const { position } = await store.append(stream, events, 'no_stream')
    const [first] = await Array.fromAsync(store.read(stream))
    const mark = await store.append(someStream(), someEvents(1), 'no_stream')
    await store.deleteStreams([stream], { before: position })
    expect(idsOf(await Array.fromAsync(store.read(stream)))).toEqual([events[2]?.id])
    const types = ['PlanActivated']
    const shown = async () => idsOf(await Array.fromAsync(store.readAll({ types })))
    expect(await shown()).toEqual(expect.arrayContaining(idsOf(events)))
    emulator.log.scavenge()
    expect(await shown()).not.toContain(first?.id)
    // A reader that stopped at a deleted event starts again.
    const resuming = Array.fromAsync(store.readAll({ after: first?.position as Position }))
    await expect(resuming).rejects.toThrow(InvalidPosition)
    await expect(Array.fromAsync(store.readAll({ after: mark.position }))).resolves.toBeInstanceOf(Array)
  })

  test('setting metadata replaces all of it, so a deletion keeps the settings of others', async () => {
    const { store, emulator } = current()
    const stream = someStream()
    await store.append(stream, someEvents(2), 'no_stream')
    const data = Buffer.from(JSON.stringify({ $acl: { $r: ['$admins'] }, owner: 'anna' }))
    const settings = {
      id: crypto.randomUUID(),
      type: '$metadata',
      data,
      metadata: new Uint8Array(),
      isJson: true,
    }
    emulator.log.append(`$$${stream}`, 'any', [settings])
    const { position } = await store.append(stream, someEvents(1), 1)
    await store.deleteStreams([stream], { before: position })
    const last = emulator.log.visible(`$$${stream}`).at(-1)
    const kept = JSON.parse(Buffer.from(last?.data as Uint8Array).toString()) as JsonObject
    expect(kept).toEqual({ $acl: { $r: ['$admins'] }, owner: 'anna', $tb: 2 })
  })

  test('a scavenge leaves only an empty marker of a deleted stream, which readers do not see', async () => {
    const { store, emulator } = current()
    const stream = someStream()
    await store.append(stream, someEvents(2), 'no_stream')
    const { position } = await store.append(someStream(), someEvents(1), 'no_stream')
    for (const _ of ['first', 'again']) await store.deleteStreams([stream], { before: position })
    emulator.log.scavenge()
    const left = emulator.log.all.filter(entry => entry.stream === stream)
    expect(left.map(({ type, data }) => [type, Buffer.from(data).toString()])).toEqual([['$ended', '{}']])
    for await (const event of store.readAll()) expect(event.stream).not.toBe(stream)
  })

  test('the marker of an interrupted deletion is hidden from readers, and the next deletion finishes it', async () => {
    const { store, emulator } = current()
    const stream = someStream()
    await store.append(stream, someEvents(2), 'no_stream')
    const { position } = await store.append(someStream(), someEvents(1), 'no_stream')
    emulator.log.append(stream, 1, [{ ...wire(someEvent({ type: '$ended' })), isJson: true }])
    expect(await Array.fromAsync(store.read(stream))).toHaveLength(2)
    await store.deleteStreams([stream], { before: position })
    expect(await Array.fromAsync(store.read(stream))).toEqual([])
    expect(emulator.log.all.filter(entry => entry.stream === stream)).toHaveLength(3)
  })

  test('a read that ends without an error before the head continues, or is an outage', async () => {
    const { store, emulator } = current()
    const start = await endOf(store)
    const events = someEvents(6)
    await store.append(someStream(), events, 'no_stream')
    emulator.faults.endAfter = 3
    expect(idsOf(await Array.fromAsync(store.readAll(start)))).toEqual(idsOf(events))
    expect(emulator.faults.endAfter).toBeNull()
    emulator.faults.endAfter = 3
    const { seen } = await followUntil(store, start, all => all.length >= 6)
    expect(idsOf(seen)).toEqual(idsOf(events))
    expect(emulator.faults.endAfter).toBeNull()
    emulator.faults.endAfter = 0
    await expect(Array.fromAsync(store.readAll())).rejects.toThrow(StoreUnavailable)
  })

  test('a stream that gets an event while it is deleted keeps it', async () => {
    const { store, emulator } = current()
    const stream = someStream()
    await store.append(stream, someEvents(2), 'no_stream')
    const { position } = await store.append(someStream(), someEvents(1), 'no_stream')
    const late = someEvent()
    const writing = emulator.log.watch(() => {
      writing()
      emulator.log.append(stream, 'any', [{ ...wire(late), isJson: true }])
    })
    await Promise.all([
      store.deleteStreams([stream], { before: position }),
      store.append(someStream(), someEvents(1), 'no_stream'),
    ])
    expect(idsOf(await Array.fromAsync(store.read(stream)))).toContain(late.id)
  })

  test('system events, links and the streams of projections are left out, also under a limit', async () => {
    const { store, emulator } = current()
    const start = await endOf(store)
    const wanted = someEvents(3)
    for (const event of wanted) {
      emulator.log.putForeign('$ce-visit', '$>')
      emulator.log.putForeign('$projections-result', 'Result')
      await store.append(someStream(), [event], 'no_stream')
      emulator.log.putForeign('$stats-127.0.0.1:2113', '$statsCollected')
      emulator.log.putForeign('$projections-result', 'Result')
    }
    const some = async (more: object) => idsOf(await Array.fromAsync(store.readAll({ ...start, ...more })))
    expect(await some({})).toEqual(idsOf(wanted))
    expect(await some({ limit: 2 })).toEqual(idsOf(wanted).slice(0, 2))
    expect(await some({ direction: 'backwards', limit: 2 })).toEqual(idsOf(wanted).reverse().slice(0, 2))
    expect(await some({ types: ['Result'] })).toEqual([])
    const [last] = await Array.fromAsync(store.readAll({ direction: 'backwards', limit: 1 }))
    expect(await store.head()).toBe(last?.position)
    expect(last?.id).toBe(wanted[2]?.id)
  })

  test('an event of another program without JSON is returned empty, and stops no reader', async () => {
    const { store, emulator } = current()
    const start = await endOf(store)
    emulator.log.putForeign('their-stream', 'Theirs')
    const { position } = await store.append(someStream(), someEvents(1), 'no_stream')
    const log = await Array.fromAsync(store.readAll(start))
    expect(log[0]).toMatchObject({ type: 'Theirs', data: {}, metadata: {} })
    expect(log[1]).toMatchObject({ position })
  })
})

describe('a log that was restored to an older state', () => {
  test('refuses positions of events that it has lost, also if another event is there now, and keeps its last one', async () => {
    const { another, emulator } = current()
    const store = await another({ answerMs: 2_000 })
    const kept = await store.append(someStream(), someEvents(1), 'no_stream')
    const count = emulator.log.all.length
    const lost = await store.append(someStream(), someEvents(1), 'no_stream')
    emulator.log.restore(count)
    const from = (after: Position) => Array.fromAsync(store.readAll({ after }))
    await expect(from(lost.position)).rejects.toThrow(InvalidPosition)
    await expect(store.deleteStreams([], { before: lost.position })).rejects.toThrow(InvalidPosition)
    await expect(from(kept.position)).resolves.toEqual([])
    const now = await store.append(someStream(), someEvents(1), 'no_stream')
    const other = `${now.position.slice(0, -8)}${lost.position.slice(-8)}` as Position
    await expect(from(other)).rejects.toThrow(InvalidPosition)
  })

  test('an error with another cause proves no loss, and readers and followers continue from their position', async () => {
    const { another, emulator } = current()
    const store = await another()
    const { position: after } = await store.append(someStream(), someEvents(1), 'no_stream')
    const events = someEvents(2)
    await store.append(someStream(), events, 'no_stream')
    emulator.faults.positionFailures = 3
    expect(idsOf(await Array.fromAsync(store.readAll({ after })))).toEqual(idsOf(events))
    emulator.faults.positionFailures = 3
    const { seen } = await followUntil(store, { after }, all => all.length >= 2)
    expect(idsOf(seen)).toEqual(idsOf(events))
  })

  test('such an error proves no deletion either, and a read by positions returns the existing events', async () => {
    const { store, emulator } = current()
    const start = await endOf(store)
    await store.append(someStream(), someEvents(3), 'no_stream')
    const events = await Array.fromAsync(store.readAll(start))
    const positions = events.map(({ position }) => position)
    emulator.faults.positionFailures = 2
    expect(await store.readAt(positions)).toEqual(events)
    emulator.log.restore(emulator.log.all.length - 1)
    expect(await store.readAt(positions)).toEqual(events.slice(0, 2))
    emulator.faults.notReady = status.UNKNOWN
    await expect(store.readAt(positions)).rejects.toThrow(StoreUnavailable)
    emulator.faults.notReady = null
  })
})

const wire = ({ id, type, data, metadata }: ReturnType<typeof someEvent>) => ({
  id,
  type,
  data: Buffer.from(JSON.stringify(data)),
  metadata: Buffer.from(JSON.stringify(metadata)),
})
