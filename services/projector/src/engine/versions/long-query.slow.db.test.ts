import { streams } from '@tba/events/streams.ts'
import { clientInTest } from '@tba/testing/with-client.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { caughtUp, world } from '../../testing/world.ts'
import { verify } from '../../verify/verify.ts'

const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const

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
  expect(await it.rows('select count from read.tallies')).toEqual([{ count: 2 }])
  await reader.query('commit')
  await expect.poll(() => it.rows(`select 1 from pg_namespace where nspname = 'tally_v1'`)).toEqual([])
  expect(await verify({ ...it, projections: [{ ...tally, version: 2 }] })).toMatchObject([{ isSame: true }])
})
