import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { status } from '@grpc/grpc-js'
import { longestWaitMs } from '@tba/testing/wait.ts'
import { StoreUnavailable } from '../port.ts'
import { followUntil, someEvent, someEvents, someStream } from '../testing/contract/harness.ts'
import { startProxy } from '../testing/proxy.ts'
import { deleteBefore } from './append/delete-streams.ts'
import { openWriter } from './append/writer.ts'
import { connect } from './connection.ts'
import { parsePosition } from './log-position.ts'
import { openEventStoreDb } from './store.ts'
import { startEmulator } from './testing/emulator/emulator.ts'
import { faultCases } from './testing/fault-cases.ts'
import { useEmulator } from './testing/harness.ts'

const current = useEmulator()

test('without a server an opening, reads and appends fail with an outage, and the same store works again', async () => {
  const { emulator, another } = current()
  const store = await another({ giveUpAfterMs: 500 })
  const stream = someStream()
  const following = followUntil(store, {}, seen => seen.some(event => event.stream === stream))
  await emulator.stop()
  await expect(openEventStoreDb({ url: emulator.url })).rejects.toThrow(StoreUnavailable)
  await expect(store.append(stream, someEvents(1), 'no_stream')).rejects.toThrow(StoreUnavailable)
  await expect(Array.fromAsync(store.read(stream))).rejects.toThrow(StoreUnavailable)
  await expect(Array.fromAsync(store.readAll())).rejects.toThrow(StoreUnavailable)
  await expect(store.head()).rejects.toThrow(StoreUnavailable)
  await expect(store.settled(1000)).rejects.toThrow(StoreUnavailable)
  await emulator.start()
  await store.append(stream, someEvents(1), 'no_stream')
  await following
})

faultCases(current)

test.each([
  ['unknown', status.UNKNOWN],
  ['internal', status.INTERNAL],
  ['unavailable', status.UNAVAILABLE],
] as const)(
  'SIGTERM of the server: "Server Is Not Ready", with code %s, is an outage for reads and appends',
  async (_, code) => {
    const { another, emulator } = current()
    const store = await another()
    const stream = someStream()
    emulator.faults.notReady = code
    await expect(Array.fromAsync(store.read(stream))).rejects.toThrow(/Server Is Not Ready/)
    const appending = store.append(stream, someEvents(1), 'no_stream')
    // A starting server reports the same, so a start waits.
    const opening = another()
    await expect(store.head()).rejects.toThrow(StoreUnavailable)
    emulator.faults.notReady = null
    expect(await (await opening).head()).toBe(await store.head())
    expect(await appending).toMatchObject({ revision: 0 })
  },
)

test('a channel that is shut down just before an append or a deletion is an outage', async () => {
  const connection = connect(current().emulator.url, 1_000)
  const { store } = current()
  const stream = someStream()
  await store.append(stream, someEvents(1), 'no_stream')
  const { position } = await store.append(someStream(), someEvents(1), 'no_stream')
  const closed = connect(current().emulator.url, 1_000)
  onTestFinished(() => connection.close())
  await closed.close()
  const shut = { ...connection, streams: closed.streams }
  const { write } = openWriter(shut)
  const { id, type, data, metadata } = someEvent()
  const event = { id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata), recordedAt: null }
  await expect(write({ stream, events: [event], expected: 0 })).rejects.toThrow(StoreUnavailable)
  const deleting = deleteBefore({ connection: shut, write }, stream, parsePosition(position))
  await expect(deleting).rejects.toThrow(StoreUnavailable)
})

test('several nodes: a follower names the leader, and appends, reads and subscriptions go there', async () => {
  const leader = await startEmulator()
  const follower = await startEmulator(leader.log)
  const store = await openEventStoreDb({ url: follower.url.replace('esdb:', 'kurrentdb+discover:') })
  onTestFinished(async () => {
    await store.close()
    await Promise.all([leader.close(), follower.close()])
  })
  const stream = someStream()
  await store.append(stream, someEvents(1), 'no_stream')
  follower.faults.leader = { host: '127.0.0.1', port: leader.port }
  await store.append(stream, someEvents(1), 0)
  await store.append(stream, someEvents(1), 'any')
  await expect.poll(() => Array.fromAsync(store.read(stream)).catch(() => [])).toHaveLength(3)
})

test('several nodes: one that hangs does not keep the leader from being found', async () => {
  const leader = await startEmulator()
  const hanging = await startProxy({ host: '127.0.0.1', port: leader.port })
  hanging.hold()
  // The client asks them in any order.
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  const hosts = [hanging.host, `127.0.0.1:${leader.port}`, hanging.host]
  const store = await openEventStoreDb({ url: `esdb://${hosts}?tls=false`, answerMs: 2_000 })
  onTestFinished(async () => {
    vi.restoreAllMocks()
    await store.close()
    await Promise.all([hanging.close(), leader.close()])
  })
  expect(await store.head()).toBeNull()
})

test('dispose() does not close the channel: a process that has closed its store ends by itself', async () => {
  const program = `
    import { openEventStore } from '${new URL('../open.ts', import.meta.url).href}'
    const store = await openEventStore({ url: process.env.ADDRESS })
    const stop = new AbortController()
    for await (const batch of store.follow({ signal: stop.signal })) if ('caughtUp' in batch) break
    await store.append('ended-${crypto.randomUUID()}', [{ id: crypto.randomUUID(), type: 'T', data: {}, metadata: {} }], 'any')
    await store.close()`
  const env = { ...process.env, ADDRESS: current().emulator.url }
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env, stdio: 'inherit' })
  const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(longestWaitMs) })
  expect(code).toBe(0)
})
