import { streams } from '@tba/events/streams.ts'
import { sessions } from '../../accounts/sessions.projection.ts'
import { nextTally } from '../../testing/tally/next-tally.projection.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { caughtUp, runningProjector, type World, world } from '../../testing/world.ts'

/** Two builds of the product at the same time: the older one knows the first version, the newer one the next. */

const stream = streams.visit('v')
const small = { start: 5, min: 5, max: 5, targetMs: 40 }
const older = { projections: [tally] }
const newer = { projections: [nextTally] }

async function choose({ append }: Pick<World, 'append'>, times: number) {
  for (let time = 0; time < times; time += 1)
    await append(stream, { type: 'ConsentChosen', data: { choice: 'none' } })
}

const count = async ({ rows }: World) => (await rows('select count from read.tallies'))[0]?.count
const version = async ({ rows }: World) =>
  (await rows(`select version from projector.checkpoints where projection = 'tally'`))[0]?.version

test('no row becomes older for readers while a version replaces another under load', async () => {
  const it = await world()
  const first = await it.start(older)
  await choose(it, 20)
  await caughtUp(first)
  const seen: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) seen.push(Number(await count(it)))
  })()
  const appending = choose(it, 150)
  const second = await it.start({ ...newer, batchSize: small })
  await second.ready
  await appending
  await caughtUp(second)
  isOver = true
  await watching
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect(await count(it)).toBe(170)
  expect(await version(it)).toBe(2)
})

test('an older build alone leads nothing below the live version, and the newer one continues where it was', async () => {
  const it = await world()
  const second = await it.start(newer)
  await choose(it, 3)
  await caughtUp(second)
  await second.stop()
  const first = await it.start(older)
  await choose(it, 1)
  await first.ready
  expect(first.health().leading).toBe(false)
  expect([await version(it), await count(it)]).toEqual([2, 3])
  const again = await it.start(newer)
  await caughtUp(again)
  expect(await count(it)).toBe(4)
})

test('a removed projection stays while a build that knows it leads it', async () => {
  const { projector: first, ...it } = await runningProjector({ projections: [tally, sessions] })
  const second = await it.start({ projections: [tally], retired: ['sessions'] })
  await second.ready
  expect(await it.rows('select * from read.sessions')).toEqual([])
  await first.stop()
  await expect.poll(() => it.rows(`select to_regclass('read.sessions') as view`)).toEqual([{ view: null }])
})
