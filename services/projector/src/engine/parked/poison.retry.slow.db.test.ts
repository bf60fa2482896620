import { streams } from '@tba/events/streams.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { clientInTest } from '@tba/testing/with-client.ts'
import { expect, test } from 'vitest'
import { failingProjection } from '../../testing/failing-projection.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { caughtUp, runningProjector, type World, world } from '../../testing/world.ts'
import { verify } from '../../verify/verify.ts'
import { readParked, request } from './parked.ts'

const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const
const poisoned = streams.visit('poisoned')

/** Fails at the first event of one visit. */
const fragile = failingProjection(
  tally,
  'ConsentChosen',
  ({ stream, revision }) => stream === poisoned && revision === 0,
)

const count = async ({ rows }: World) => (await rows('select count from read.tallies'))[0]?.count

test('an event that blocks a new version can be skipped, even if the old version has no leader', async () => {
  const { projector: old, ...it } = await runningProjector({ projections: [fragile] })
  await it.append(poisoned, chosen, chosen, chosen)
  await caughtUp(old)
  await old.stop()
  const projector = await it.start({ projections: [{ ...fragile, version: 2 }] })
  await waitFor(() => expect(it.errors.at(-1)).toMatchObject({ err: { name: 'ProjectionHalted' } }))
  await request(it.pool, 'skip', { stream: poisoned })
  await projector.ready
  expect(await count(it)).toBe(2)
  expect(await readParked(it.pool)).toEqual([])
})

test('a long query on the replaced tables does not delay new ones for readers', async () => {
  const it = await world()
  const first = await it.start({ projections: [tally] })
  await it.append(streams.visit('v'), chosen)
  await caughtUp(first)
  await first.stop()
  const reader = await clientInTest(it.connectionString)
  await reader.query('begin; select * from tally_v1.tallies')
  const second = await it.start({ projections: [{ ...tally, version: 2 }] })
  await second.ready
  await it.append(streams.visit('v'), chosen)
  await caughtUp(second)
  expect(await count(it)).toBe(2)
  await reader.query('commit')
  await waitFor(async () =>
    expect(await it.rows(`select 1 from pg_namespace where nspname = 'tally_v1'`)).toEqual([]),
  )
  expect(await verify({ ...it, projections: [{ ...tally, version: 2 }] })).toMatchObject([{ isSame: true }])
})
