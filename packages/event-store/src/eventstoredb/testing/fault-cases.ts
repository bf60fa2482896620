import { setTimeout as pause } from 'node:timers/promises'
import { StoreUnavailable } from '../../port.ts'
import { idsOf, someEvent, someEvents, someStream } from '../../testing/contract/harness.ts'
import { persist } from '../../testing/contract/outage.ts'
import type { EventStoreDbHarness } from './harness.ts'

/** Faults between a store and any server, the emulator or a real one. */
export function faultCases(current: () => EventStoreDbHarness): void {
  describe('server hangs', () => {
    test('every call has a time limit, and an append of unknown outcome is written once', async () => {
      const { another, proxy } = current()
      const store = await another({ answerMs: 150 })
      const stream = someStream()
      await store.append(stream, someEvents(1), 'no_stream')
      const event = someEvent()
      proxy.hold()
      const appending = store.append(stream, [event], 'any')
      await expect(store.head()).rejects.toThrow(/no answer within 0.15 s/)
      await expect(Array.fromAsync(store.read(stream))).rejects.toThrow(StoreUnavailable)
      expect(await store.settled(20)).toBe(false)
      proxy.release()
      expect(await appending).toMatchObject({ revision: 1 })
      expect(await Array.fromAsync(store.read(stream))).toHaveLength(2)
    })

    test('a start tries again after one silence, and ends after the second', async () => {
      const { another, proxy } = current()
      proxy.hold()
      const startedMs = performance.now()
      await expect(another({ answerMs: 400 })).rejects.toThrow(/no answer within 0.4 s/)
      expect(performance.now() - startedMs).toBeGreaterThan(790)
      proxy.release()
    })

    test('the time limit excludes the pauses of a reader, and applies again after them', async () => {
      const { another, proxy } = current()
      const store = await another({ answerMs: 150 })
      const stream = someStream()
      // More than the buffers hold while the reader pauses.
      const data = { text: 'x'.repeat(20_000) }
      await store.append(
        stream,
        someEvents(40).map(event => ({ ...event, data })),
        'no_stream',
      )
      async function readWith(interrupt: () => void) {
        let count = 0
        for await (const _ of store.read(stream)) if (++count === 1) await pause(400).then(interrupt)
        return count
      }
      expect(await readWith(() => {})).toBe(40)
      await expect(readWith(proxy.hold)).rejects.toThrow(/no answer within 0.15 s/)
      proxy.release()
    })
  })

  test('two clients in one process: appends of the broken one are retried, those of the other are not rejected', async () => {
    const { another, proxy, address } = current()
    const broken = await another()
    const whole = await another({ url: address })
    const strays: unknown[] = []
    const stray = (error: unknown) => strays.push(error)
    process.on('uncaughtException', stray)
    onTestFinished(() => void process.off('uncaughtException', stray))
    const streams = [someStream(), someStream()]
    const events = someEvents(200)
    const writing = events.map((event, at) =>
      at % 2
        ? persist(broken, event, streams[0] as string)
        : whole.append(streams[1] as string, [event], 'any'),
    )
    proxy.cut()
    await Promise.all(writing)
    for (const stream of streams) expect(await Array.fromAsync(whole.read(stream))).toHaveLength(100)
    expect(strays).toEqual([])
  })

  test('an append whose answer was lost is written once, also if its stream was deleted and starts again', async () => {
    const { store, proxy, another, address } = current()
    const stream = someStream()
    await store.append(stream, someEvents(2), 'no_stream')
    const { position } = await store.append(someStream(), someEvents(1), 'no_stream')
    await store.deleteStreams([stream], { before: position })
    const events = someEvents(2)
    const patient = await another({ answerMs: 300 })
    await patient.append(someStream(), someEvents(1), 'no_stream')
    proxy.loseAnswers()
    const appending = patient.append(stream, events, 'no_stream')
    const direct = await another({ url: address })
    await expect.poll(() => Array.fromAsync(direct.read(stream))).toHaveLength(2)
    proxy.cutAndAnswer()
    expect(await appending).toMatchObject({ revision: 4 })
    expect(idsOf(await Array.fromAsync(direct.read(stream)))).toEqual(idsOf(events))
  })
}
