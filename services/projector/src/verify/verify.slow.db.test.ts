import { streams } from '@tba/events/streams.ts'
import { failingProjection } from '../testing/failing-projection.ts'
import { nextTally } from '../testing/tally/next-tally.projection.ts'
import { tally } from '../testing/tally/tally.projection.ts'
import { caughtUp, type World, world } from '../testing/world.ts'
import { verify } from './verify.ts'

const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const

async function projected() {
  const it = await world()
  const projector = await it.start({ projections: [tally] })
  for (const visit of ['a', 'b', 'c']) await it.append(streams.visit(visit), ...Array(300).fill(chosen))
  await caughtUp(projector)
  return { ...it, projector, check: () => verify({ ...it, projections: [tally] }) }
}

const scratches = ({ rows }: Pick<World, 'rows'>) =>
  rows(`select nspname from pg_namespace where nspname like 'scratch%'`)

test('finds values exchanged between two rows', async () => {
  const it = await projected()
  await it.append(streams.visit('b'), chosen)
  await caughtUp(it.projector)
  await it.rows(`update tally_v1.tallies set count = 601 - count where visit in ('a', 'b')`)
  expect(await it.check()).toMatchObject([{ isSame: false }])
})

test('finds a missing row and an additional row', async () => {
  const it = await projected()
  await it.rows(`update tally_v1.tallies set visit = 'x' where visit = 'a'`)
  expect(await it.check()).toMatchObject([{ isSame: false }])
  await it.rows(`delete from tally_v1.tallies where visit = 'x'`)
  expect(await it.check()).toMatchObject([{ isSame: false, live: 2, folded: 3, differing: 1 }])
})

test('finds equal tables while events are appended', async () => {
  const it = await projected()
  let isOver = false
  const appending = (async () => {
    while (!isOver) await it.append(streams.visit('a'), chosen)
  })()
  for (let time = 0; time < 3; time += 1) expect(await it.check()).toMatchObject([{ isSame: true }])
  isOver = true
  await appending
})

test('a failed or killed verification leaves no schema', async () => {
  const it = await projected()
  await it.rows('create schema scratch_2000000000_tally')
  const broken = failingProjection(tally, 'ConsentChosen')
  await expect(verify({ ...it, projections: [broken] })).rejects.toThrow('cannot be folded')
  expect(await scratches(it)).toEqual([])
})

test('a version that is not live cannot be verified', async () => {
  const it = await projected()
  await expect(verify({ ...it, projections: [nextTally] })).rejects.toThrow(
    'version 2 cannot be compared, 1 is live',
  )
})
