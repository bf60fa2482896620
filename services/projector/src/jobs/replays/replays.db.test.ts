import { once } from 'node:events'
import { utimes } from 'node:fs/promises'
import path from 'node:path'
import type { EventStore } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { playNext, ReplayFailed, type ReplayPlayer } from '@tba/runtime/jobs/play-replays.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { objectsOnDisk } from '@tba/runtime/storage/objects-on-disk.ts'
import { getResult, putResult, replayResultsFolder } from '@tba/runtime/storage/replay-results.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import type { EventOf } from '../../engine/projection.ts'
import { caughtUp, world } from '../../testing/world.ts'
import { createJobTables } from '../job-tables.ts'
import { projectionPlayer } from './replay-projections.ts'
import { removeExpiredReplays } from './stored-replay.ts'

const never = new AbortController().signal
const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const
const outcome = { done: 9, found: 4, result: 'r' }

/** A log of which an administrator wants a replay. */
async function requested(mode: EventOf<'ReplayRequested'>['data']['mode'] = { kind: 'stream' }) {
  const folder = quickFolder('tba-replays-')
  const objects = objectsOnDisk(folder)
  const it = await world({ isProjected: true })
  await createJobTables(it.pool)
  const { position: end } = await it.append(streams.visit('v'), ...Array(1_000).fill(chosen))
  // A transaction elsewhere on the server can hold it back.
  await expect.poll(() => it.store.head()).toBe(end)
  const replay = crypto.randomUUID()
  const wanted = { from: null, to: null, types: [], visits: [], mode, end }
  await it.append(streams.replay(replay), { type: 'ReplayRequested', data: wanted })
  await caughtUp(await it.start())
  const player = (store: EventStore = it.store) =>
    projectionPlayer({ ...it, objects, store, log: eventLog(store, it.keyring), logger: console })
  /** Another process, which plays streams. */
  const playStream = (
    play: ReplayPlayer['play'],
    { signal = never, ...more }: Partial<ReplayPlayer> & { signal?: AbortSignal } = {},
  ) => {
    const failureOf = () => null
    return playNext({ ...it, kinds: ['stream'], play, failureOf, onError: () => {}, ...more }, signal)
  }
  const row = async () =>
    (await it.rows('select epoch, tries, over_at is not null as over, result from jobs.replays'))[0]
  return {
    ...it,
    folder,
    objects,
    replay,
    player,
    playStream,
    row,
    /** Its process has died, and half a minute has passed. */
    fallenSilent: () => it.rows(`update jobs.replays set moved_at = now() - interval '31 s' returning 1`),
    taken: (epoch: number) => expect.poll(row).toMatchObject({ epoch }),
    async types() {
      const events = await Array.fromAsync(it.store.read(streams.replay(replay)))
      return events.map(({ type }) => type).join(' ')
    },
  }
}

/** A log that counts the events read, and fails after this many. */
function failingAfter(most: number, store: EventStore) {
  const reads = { count: 0 }
  async function* readAll(options: Parameters<EventStore['readAll']>[0]) {
    for await (const event of store.readAll(options)) {
      if (++reads.count > most) throw new Error('killed')
      yield event
    }
  }
  return { store: { ...store, readAll }, reads }
}

test('the replay of a dead process continues where it was, and counts each event once', async () => {
  const it = await requested({ kind: 'projection', projection: 'tracking' })
  await expect(playNext(it.player(failingAfter(700, it.store).store), never)).rejects.toThrow('killed')
  await it.fallenSilent()
  const { store, reads } = failingAfter(1_000, it.store)
  await playNext(it.player(store), never)
  // It had some progress, and did not start again.
  expect(reads.count).toBeLessThan(900)
  const [key = ''] = await Array.fromAsync(it.objects.list(replayResultsFolder))
  // The projection hears every type, the request's too.
  const counts = await it.rows('select done::int, found::int, tries, result from jobs.replays')
  expect(counts).toEqual([{ done: 1_001, found: 0, tries: 0, result: key }])
  expect(await getResult(it.objects, key)).toEqual([])
  expect(await it.types()).toBe('ReplayRequested ReplayFinished')
  expect(await it.rows(`select 1 from pg_namespace where nspname like 'replayed%'`)).toEqual([])
})

test('of two processes the later one ends a replay, and only once the earlier one shows no life', async () => {
  const it = await requested()
  // A build from before wrote the row and did not take it.
  await it.rows(`insert into jobs.replays (id, asked_at) values ('${it.replay}', 'p') returning 1`)
  await it.playStream(async () => outcome)
  expect(await it.row()).toMatchObject({ epoch: 0 })
  await it.fallenSilent()
  const gate = Promise.withResolvers<typeof outcome>()
  const first = it.playStream(() => gate.promise)
  await it.taken(1)
  await it.playStream(async () => outcome)
  expect(await it.row()).toMatchObject({ epoch: 1, over: false })
  await it.fallenSilent()
  await it.playStream(async () => outcome)
  gate.resolve({ ...outcome, result: 'of the first' })
  await first
  // A third one finds nothing to do.
  await it.playStream(async () => outcome)
  expect(await it.row()).toEqual({ epoch: 2, tries: 2, over: true, result: 'r' })
  expect(await it.types()).toBe('ReplayRequested ReplayFinished')
})

test.each([
  ['tooLarge', 'ReplayRequested ReplayFailed', 1],
  [null, 'ReplayRequested ReplayFailed', 5],
  ['later', 'ReplayRequested', 0],
] as const)('a replay that fails with %s ends in time', async (failure, types, tries) => {
  const it = await requested()
  const failing = () => Promise.reject(new Error('no result'))
  for (let left = Math.max(tries, 1); left > 0; left--) {
    await it.playStream(failing, { failureOf: () => failure }).catch(() => {})
    await it.fallenSilent()
  }
  expect(await it.row()).toMatchObject({ tries, over: tries > 0 })
  expect(await it.types()).toBe(types)
})

test('a process that stops in order does not count as a try, and the next one continues at once', async () => {
  const it = await requested()
  await it.playStream(() => Promise.reject(new Error('stopped')), { signal: AbortSignal.abort() })
  expect(await it.row()).toMatchObject({ epoch: 1, tries: 0 })
  await it.playStream(async () => outcome)
  expect(await it.row()).toMatchObject({ epoch: 2, over: true })
})

test('a cancelled replay ends at once, without a result', async () => {
  const it = await requested()
  const running = it.playStream(async ({ signal }) => {
    await once(signal, 'abort')
    throw new ReplayFailed('tooLarge')
  })
  await it.taken(1)
  await it.append(streams.replay(it.replay), { type: 'ReplayCancelled', data: {} })
  await running
  expect(await it.types()).toBe('ReplayRequested ReplayCancelled')
  expect(await it.row()).toMatchObject({ over: true, result: null })
})

test('a result is deleted after a week', async () => {
  const { folder, objects, pool, playStream, rows } = await requested()
  const result = await putResult(objects, ['a line'])
  await playStream(async () => ({ ...outcome, result }))
  const left = async (days: number) => {
    await rows(`update jobs.replays set over_at = now() - interval '${days} days' returning 1`)
    await removeExpiredReplays({ pool, objects })
    return [(await rows('select 1 from jobs.replays')).length, (await getResult(objects, result)) !== null]
  }
  expect(await left(6)).toEqual([1, true])
  const written = new Date(Date.now() - 8.1 * 86_400_000)
  await utimes(path.join(folder, result), written, written)
  expect(await left(8)).toEqual([0, false])
})
