import type { Position } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { failingProjection } from '../../testing/failing-projection.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { caughtUp, runningProjector, type World, world } from '../../testing/world.ts'
import { requestRebuild } from './rebuilds.ts'

/** An administrator can request to fold the live version again. */

const small = { start: 5, min: 5, max: 5, targetMs: 40 }
const smallest = { start: 2, min: 2, max: 2, targetMs: 40 }
const chosen = { type: 'ConsentChosen', data: { choice: 'none' } } as const

async function choose({ append }: World, times: number) {
  for (let time = 0; time < times; time += 1) await append(streams.visit('v'), chosen)
}

/** A world with the first version live, some damaged rows, and no projector. */
async function damaged(projection = tally) {
  const it = await world()
  const projector = await it.start({ projections: [projection] })
  await it.append(streams.visit('v'), ...Array(30).fill(chosen))
  await caughtUp(projector)
  await projector.stop()
  await it.rows(`update tally_v1.tallies set "lastChoice" = 'damaged'`)
  return it
}

async function request({ pool, store }: World, id: string = crypto.randomUUID()) {
  const position = (await store.head()) as Position
  await requestRebuild(pool, 'tally', { id, position, recordedAt: new Date().toISOString() })
}

const row = async ({ rows }: World) =>
  (await rows('select count, "lastChoice" as choice from read.tallies'))[0]
const asked = ({ rows }: World) => rows('select done_at is not null as done, error from projector.rebuilds')
const schemas = async ({ rows }: World) =>
  (await rows(`select nspname as name from pg_namespace where nspname like 'tally%' order by 1`)).map(
    ({ name }) => name,
  )

test('damaged rows are rebuilt beside the live table, and replace it when done', async () => {
  const it = await damaged()
  const seen: Promise<unknown>[] = []
  const projector = await it.start({
    projections: [tally],
    batchSize: small,
    onProgress: () => seen.push(row(it)),
  })
  await projector.ready
  await request(it)
  await expect.poll(() => row(it)).toEqual({ count: 30, choice: 'none' })
  expect((await Promise.all(seen))[0]).toEqual({ count: 30, choice: 'damaged' })
  await expect.poll(() => schemas(it)).toEqual(['tally_v1_b'])
  expect(await it.rows('select * from projector.builds')).toEqual([])
  expect(await asked(it)).toEqual([{ done: true, error: null }])
  await choose(it, 1)
  await caughtUp(projector)
  expect(await row(it)).toEqual({ count: 31, choice: 'none' })

  await request(it)
  await expect.poll(() => schemas(it)).toEqual(['tally_v1'])
  expect(await row(it)).toEqual({ count: 31, choice: 'none' })
  expect(it.errors).toEqual([])
})

test('another instance finishes the rebuild of one that lost its lead', async () => {
  const it = await damaged()
  await request(it)
  const kill = () =>
    it.rows(`select pg_terminate_backend(pid) from pg_stat_activity
             where application_name = 'projector leader test' and datname = current_database()`)
  let killed: Promise<unknown> | null = null
  const onProgress = () => {
    killed ??= kill()
  }
  await Promise.all([1, 2].map(() => it.start({ projections: [tally], batchSize: smallest, onProgress })))
  await expect.poll(() => row(it)).toEqual({ count: 30, choice: 'none' })
  await killed
  expect(killed).not.toBeNull()
  await expect.poll(() => schemas(it)).toEqual(['tally_v1_b'])
})

test('requests during a rebuild join it, and a repeated event requests none', async () => {
  const it = await damaged()
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  const pressed: Promise<void>[] = []
  const begun: number[] = []
  const projector = await it.start({
    projections: [tally],
    batchSize: small,
    onProgress({ eventCount }) {
      if (eventCount === 5) begun.push(eventCount)
      if (pressed.length === 0) pressed.push(request(it, second))
    },
  })
  await projector.ready
  const before = (await it.store.head()) as Position
  await request(it, first)
  await expect.poll(() => row(it)).toEqual({ count: 30, choice: 'none' })
  await Promise.all(pressed)
  for (const id of [first, second])
    await requestRebuild(it.pool, 'tally', { id, position: before, recordedAt: new Date().toISOString() })
  // It was recorded during the rebuild, and arrives only now.
  await requestRebuild(it.pool, 'tally', {
    id: crypto.randomUUID(),
    position: before,
    recordedAt: new Date().toISOString(),
  })
  await expect.poll(() => schemas(it)).toEqual(['tally_v1_b'])
  expect(await asked(it)).toEqual(Array(3).fill({ done: true, error: null }))
  expect(begun).toEqual([5])
})

test('an event that cannot be folded ends the rebuild with a reason, and the live tables continue', async () => {
  const fragile = failingProjection(tally, 'ConsentChosen', ({ revision }) => revision === 1)
  const { projector, ...it } = await runningProjector({ projections: [fragile] })
  await it.append(streams.visit('poisoned'), chosen, chosen)
  await caughtUp(projector)
  await request(it)
  await expect
    .poll(() => asked(it))
    .toEqual([{ done: true, error: expect.stringMatching(/ConsentChosen .* tally/) }])
  await it.append(streams.visit('other'), chosen)
  await caughtUp(projector)
  expect(await it.rows('select visit, count from read.tallies order by visit')).toEqual([
    { visit: 'other', count: 1 },
    { visit: 'poisoned', count: 1 },
  ])
  expect(projector.health()).toMatchObject({ leading: true, healthy: true })
  await expect.poll(() => schemas(it)).toEqual(['tally_v1'])
})
