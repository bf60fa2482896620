import { randomUUID } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import path from 'node:path'
import type { EventStore, Position } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { objectsOnDisk } from '@tba/runtime/storage/objects-on-disk.ts'
import { getResult, putResult, replayResultsFolder } from '@tba/runtime/storage/replay-results.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../engine/commit/connection.ts'
import type { EventOf } from '../engine/projection.ts'
import { createJobTables } from '../jobs/queue/job-tables.ts'
import { caughtUp, type World, world } from '../testing/world.ts'
import { runReplay } from './run-replay.ts'
import {
  type Claimed,
  claimReplay,
  closeReplay,
  Fenced,
  progressOf,
  removeExpiredReplays,
} from './stored-replay.ts'

type Mode = EventOf<'ReplayRequested'>['data']['mode']

const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const

/** A log, and a replay of it that the queue has delivered. */
async function asked(mode: Mode = { kind: 'stream' }) {
  const objects = objectsOnDisk(quickFolder('tba-replays-'))
  const it = await world({ isProjected: mode.kind === 'projection' })
  await createJobTables(it.pool)
  const { position: end } = await it.append(streams.visit('v'), ...Array(1_000).fill(chosen))
  // A transaction elsewhere on the server can hold it back.
  await waitFor(async () => expect(await it.store.head()).toBe(end))
  const replay = randomUUID()
  const wanted = { from: null, to: null, types: [], visits: [], mode, end }
  await it.append(streams.replay(replay), { type: 'ReplayRequested', data: wanted })
  await it.rows(`insert into jobs.replays (id, asked_at) values ('${replay}', 'p') returning 1`)
  const logger = { info: () => {}, error: (fields: object) => void it.errors.push(fields) }
  const run = (store: EventStore = it.store, signal = new AbortController().signal) => {
    const log = eventLog(store, it.keyring)
    return runReplay({ ...it, objects, store, log, logger }, replay, signal)
  }
  /** The outcome, as a query-api writes it. */
  const played = (what: string) =>
    it.rows(`update jobs.replays set played = '${what}', done = 9, found = 4, result = 'r' returning 1`)
  const taken = (epoch: number) =>
    waitFor(async () => {
      expect(await it.rows('select epoch, played from jobs.replays')).toEqual([{ epoch, played: null }])
    })
  return { ...it, objects, replay, run, played, taken, types: () => typesIn(it, replay) }
}

async function typesIn({ store }: World, replay: string): Promise<string[]> {
  return (await Array.fromAsync(store.read(streams.replay(replay)))).map(({ type }) => type)
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

test('the replay of a dead worker continues where it was, and counts each event once', async () => {
  const it = await asked({ kind: 'projection', projection: 'tracking' })
  await caughtUp(await it.start())
  await expect(it.run(failingAfter(700, it.store).store)).rejects.toThrow('killed')
  const { store, reads } = failingAfter(1_000, it.store)
  await it.run(store)
  // It had some progress, and did not start again.
  expect(reads.count).toBeLessThan(900)
  const [key = ''] = await Array.fromAsync(it.objects.list(replayResultsFolder))
  expect(
    await it.rows('select done::int, found::int, result from jobs.replays where over_at is not null'),
    // The projection hears every type, the request's too.
  ).toEqual([{ done: 1_001, found: 0, result: key }])
  expect(await getResult(it.objects, key)).toEqual([])
  expect(await it.types()).toEqual(['ReplayRequested', 'ReplayFinished'])
  expect(await it.rows(`select 1 from pg_namespace where nspname like 'replayed%'`)).toEqual([])
})

test('of two workers with one replay in a query-api, the later one ends it', async () => {
  const it = await asked()
  const first = it.run()
  await it.taken(1)
  const second = it.run()
  await it.taken(2)
  await it.played('played')
  await Promise.all([first, second])
  // A later worker finds it ended.
  await it.run()
  expect(
    await it.rows('select done::int, found::int, result from jobs.replays where over_at is not null'),
  ).toEqual([{ done: 9, found: 4, result: 'r' }])
  expect(await it.types()).toEqual(['ReplayRequested', 'ReplayFinished'])
})

test('a query-api retries a failed replay, and one that is too large fails', async () => {
  const it = await asked()
  await it.rows(`update jobs.replays set played = 'failed' returning 1`)
  const running = it.run()
  await it.taken(1)
  await it.played('failed')
  await expect(running).rejects.toThrow('could not be played')
  await it.played('tooLarge')
  await it.run()
  expect(await it.types()).toEqual(['ReplayRequested', 'ReplayFailed'])
})

test('a process that stops in order does not count as a try', async () => {
  const it = await asked()
  await expect(it.run(it.store, AbortSignal.abort())).rejects.toThrow()
  expect(await it.rows('select epoch, tries from jobs.replays')).toEqual([{ epoch: 1, tries: 0 }])
})

test('a cancelled replay ends at once, without a result', async () => {
  const it = await asked()
  const running = it.run()
  await it.taken(1)
  await it.append(streams.replay(it.replay), { type: 'ReplayCancelled', data: {} })
  await running
  expect(await it.types()).toEqual(['ReplayRequested', 'ReplayCancelled'])
  expect(await it.rows('select result from jobs.replays where over_at is not null')).toEqual([
    { result: null },
  ])
})

/** A replay that two workers have taken, with their progress functions. */
async function takenTwice() {
  const it = await world()
  await createJobTables(it.pool)
  const replay = randomUUID()
  await it.rows(`insert into jobs.replays (id, asked_at) values ('${replay}', 'p') returning 1`)
  const connection = await connect(it.connectionString)
  onTestFinished(() => connection.close())
  const worker = async () => {
    const taken = (await claimReplay(it.pool, replay)) as Claimed
    const move = progressOf(connection, taken, () => {})
    const moveTo = (position: string, result = '') =>
      move({ position: position as Position, done: 1, found: 1, result })
    return { taken, moveTo }
  }
  return { ...it, replay, first: await worker(), second: await worker() }
}

test('of two workers only the later one writes, and a result is deleted after a week', async () => {
  const { pool, rows, first, second } = await takenTwice()
  await second.moveTo('a', 'of the second')
  await expect(first.moveTo('b', 'of the first')).rejects.toThrow(Fenced)
  expect(await closeReplay(pool, first.taken, false)).toBe(false)
  expect(await closeReplay(pool, second.taken, true)).toBe(true)
  await expect(second.moveTo('c')).rejects.toThrow(Fenced)
  expect(await rows('select position, result from jobs.replays')).toEqual([
    { position: 'a', result: 'of the second' },
  ])

  const folder = quickFolder('tba-replays-')
  const objects = objectsOnDisk(folder)
  const result = path.join(folder, await putResult(objects, ['of the second']))
  await rows(`update jobs.replays set over_at = now() - interval '6 days' returning 1`)
  await removeExpiredReplays({ pool, objects })
  expect(await rows('select id from jobs.replays')).toHaveLength(1)
  expect(await Array.fromAsync(objects.list(replayResultsFolder))).toHaveLength(1)
  await rows(`update jobs.replays set over_at = now() - interval '8 days' returning 1`)
  const written = new Date(Date.now() - 8.1 * 86_400_000)
  await utimes(result, written, written)
  await removeExpiredReplays({ pool, objects })
  expect(await rows('select id from jobs.replays')).toEqual([])
  expect(await Array.fromAsync(objects.list(replayResultsFolder))).toEqual([])
})

test('progress resets the tries, and a failed replay keeps no result', async () => {
  const { pool, rows, replay, second } = await takenTwice()
  const tries = () => rows('select tries from jobs.replays')
  // Without a position there is nothing to continue from. With one it stays there.
  await second.moveTo('')
  expect(await tries()).toEqual([{ tries: 2 }])
  await second.moveTo('a')
  expect(await tries()).toEqual([{ tries: 0 }])
  await claimReplay(pool, replay)
  expect(await closeReplay(pool, second.taken, false)).toBe(false)
  const last = { ...second.taken, epoch: 3 }
  expect(await closeReplay(pool, last, false)).toBe(true)
  expect(await rows('select result from jobs.replays')).toEqual([{ result: null }])
})
