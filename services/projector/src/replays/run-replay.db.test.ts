import { randomUUID } from 'node:crypto'
import type { EventStore } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { migrate } from '@tba/runtime/postgres/migrate.ts'
import { expect, test } from 'vitest'
import { eventually, type World, world } from '../testing/world.ts'
import { runReplay } from './run-replay.ts'

const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const

/** A log with a replay of it that a queue has handed out. */
async function asked() {
  const it = await world()
  await migrate(it.pool, 'jobs', new URL('../jobs/jobs.sql', import.meta.url))
  const { position: end } = await it.append(streams.visit('v'), ...Array(1_000).fill(chosen))
  // A transaction elsewhere on this server may hold it back for a while.
  await eventually(async () => expect(await it.store.head()).toBe(end))
  const replay = randomUUID()
  const mode = { kind: 'stream' as const }
  const wanted = { from: null, to: null, types: [], visits: [], mode, end }
  await it.append(streams.replay(replay), { type: 'ReplayRequested', data: wanted })
  await it.rows(`insert into jobs.replays (id, asked_at) values ('${replay}', 'p') returning 1`)
  const logger = { info: () => {}, error: (fields: object) => void it.errors.push(fields) }
  const funnels = { count: () => Promise.reject(new Error('no funnel was asked for')) }
  const run = (store: EventStore = it.store) =>
    runReplay({ ...it, funnels, store, logger }, replay, new AbortController().signal)
  return { ...it, run, types: () => typesIn(it, replay) }
}

async function typesIn({ store }: World, replay: string): Promise<string[]> {
  return (await Array.fromAsync(store.read(streams.replay(replay)))).map(({ type }) => type)
}

/** A log that says nothing more after 500 events until it is let go on. */
function paused(store: EventStore) {
  const [reached, going] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* readAll(options: Parameters<EventStore['readAll']>[0]) {
    let count = 0
    for await (const event of store.readAll(options)) {
      if (count++ === 500) {
        reached.resolve()
        await going.promise
      }
      yield event
    }
  }
  const only = {
    head: () => store.head(),
    read: (...asked: Parameters<EventStore['read']>) => store.read(...asked),
  }
  return {
    store: { ...only, readAll } as unknown as EventStore,
    reached: reached.promise,
    letGo: going.resolve,
  }
}

test('a worker that stalled, and comes back when another has its replay, writes nothing', async () => {
  const it = await asked()
  const { store, reached, letGo } = paused(it.store)
  const stalled = it.run(store)
  await reached
  await it.run()
  letGo()
  await stalled
  expect(await it.rows('select done::int, found::int from jobs.replays')).toEqual([
    { done: 1_000, found: 1_000 },
  ])
  expect(await it.types()).toEqual(['ReplayRequested', 'ReplayFinished'])
})

test('a replay that is cancelled ends at once, and has no result', async () => {
  const it = await asked()
  const { store, reached, letGo } = paused(it.store)
  const running = it.run(store)
  await reached
  const [{ id } = {}] = await it.rows('select id from jobs.replays')
  await it.append(streams.replay(String(id)), { type: 'ReplayCancelled', data: {} })
  await eventually(async () => expect(await it.types()).toHaveLength(2))
  setTimeout(letGo, 1_000)
  await running
  expect(await it.types()).toEqual(['ReplayRequested', 'ReplayCancelled'])
  expect(await it.rows('select result from jobs.replays where over_at is not null')).toEqual([
    { result: null },
  ])
})
