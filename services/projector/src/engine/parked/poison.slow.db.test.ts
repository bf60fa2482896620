import { streams } from '@tba/events/streams.ts'
import { users } from '../../accounts/users.projection.ts'
import { failingProjection } from '../../testing/failing-projection.ts'
import { fixture } from '../../testing/fixtures.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { caughtUp, runningProjector, type World, world } from '../../testing/world.ts'
import { verify } from '../../verify/verify.ts'
import type { Projection } from '../projection.ts'
import { readParked, request } from './parked.ts'

const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const
const poisoned = streams.visit('poisoned')

const counts = async ({ rows }: World) =>
  Object.fromEntries((await rows('select visit, count from read.tallies')).map(row => [row.visit, row.count]))

const parkedOf = ({ pool }: World) => readParked(pool)

test('tries an event five times, then parks its stream, and all others continue', async () => {
  let tries = 0
  const fragile = failingProjection(tally, 'ConsentChosen', ({ stream, revision }) => {
    const isPoison = stream === poisoned && revision === 1
    if (isPoison) tries += 1
    return isPoison
  })
  const { projector, ...it } = await runningProjector({ projections: [fragile, users] })
  await it.append(poisoned, chosen, chosen, chosen)
  await it.append(streams.visit('other'), chosen)
  await caughtUp(projector)
  expect(tries).toBe(5)
  expect(await counts(it)).toEqual({ poisoned: 1, other: 1 })
  await it.append(poisoned, chosen)
  await it.append(streams.visit('other'), chosen)
  await caughtUp(projector)
  expect(await counts(it)).toEqual({ poisoned: 1, other: 2 })
  // The message contains no data.
  const error = 'Error: no such choice: …'
  expect(await parkedOf(it)).toMatchObject([
    { projection: 'tally', version: 1, stream: poisoned, revision: 1, tries: 5, asked: null, error },
  ])
  expect(projector.health().healthy).toBe(true)
  expect(await verify({ ...it, projections: [fragile] })).toMatchObject([{ isSame: true }])
})

test('finds the refused event of a batch, and writes the others', async () => {
  const it = await world()
  const refused: Projection = {
    ...tally,
    on: {
      ConsentChosen(event) {
        const changes = [tally.on.ConsentChosen?.(event) ?? []].flat()
        // PostgreSQL cannot store this character in a text.
        return event.stream === poisoned
          ? changes.map(change =>
              change.kind === 'fold'
                ? { ...change, to: row => ({ ...change.to(row), lastChoice: 'a\0b' }) }
                : change,
            )
          : changes
      },
    },
  }
  const projector = await it.start({ projections: [refused] })
  await projector.ready
  for (let visit = 0; visit < 40; visit += 1) {
    await it.append(streams.visit(`v${visit}`), chosen)
    if (visit === 23) await it.append(poisoned, chosen)
  }
  await caughtUp(projector)
  expect(await parkedOf(it)).toMatchObject([{ stream: poisoned, revision: 0, tries: 5 }])
  expect(Object.keys(await counts(it))).toHaveLength(40)
})

test('a projection that fails at everything halts, and the others of its group continue', async () => {
  const broken = failingProjection(tally, 'ConsentChosen')
  const visits = Array.from({ length: 101 }, (_, visit) => streams.visit(`v${visit}`))
  const { projector, ...it } = await runningProjector({ projections: [broken, users] })
  await it.rows(`insert into projector.parked
    (projection, version, stream, position, event_id, event_type, revision, error, tries)
    select 'tally', 1, 'visit-old-' || n, '', '', '', 0, '', 5 from generate_series(1, 100) n`)
  await projector.stop()
  const again = await it.start({ projections: [broken, users] })
  for (const visit of visits.slice(0, 2)) await it.append(visit, chosen)
  await expect
    .poll(() => it.errors)
    .toContainEqual(expect.objectContaining({ err: expect.objectContaining({ name: 'ProjectionHalted' }) }))
  expect(again.health().healthy).toBe(false)
  await it.append(streams.account(crypto.randomUUID()), fixture('AccountRegistered'))
  await expect.poll(() => it.rows('select id from read.users')).toHaveLength(1)
  await again.stop()
  // So does the whole product, which waits for its read tables at a start.
  const restarted = await it.start({ projections: [broken, users] })
  await restarted.ready
  expect(restarted.health()).toMatchObject({ ready: true, healthy: false })
})

test('an unreadable event is parked and skipped like one that cannot be folded', async () => {
  const { projector, ...it } = await runningProjector({ projections: [users] })
  const account = streams.account(crypto.randomUUID())
  await it.append(account, fixture('AccountRegistered'))
  const sealed = { person: 'nobody', keyVersion: 1, box: 'AAAA' }
  const metadata = { actor: 'test', correlationId: 'c', causationId: 'c', schemaVersion: 1 }
  const damaged = { id: crypto.randomUUID(), type: 'ProfileUpdated', data: { sealed }, metadata }
  await it.store.append(account, [damaged], 'any')
  await it.append(account, { type: 'ProfileUpdated', data: { changes: { bio: 'Dopo' } } })
  await caughtUp(projector)
  expect(await parkedOf(it)).toMatchObject([{ stream: account, revision: 1 }])
  expect(await verify({ ...it, projections: [users] })).toMatchObject([{ isSame: true }])
  await request(it.pool, 'skip', { stream: account })
  await expect.poll(() => parkedOf(it)).toEqual([])
  expect(await it.rows('select bio from read.users')).toEqual([{ bio: 'Dopo' }])
  expect(await verify({ ...it, projections: [users] })).toMatchObject([{ isSame: true }])
})
