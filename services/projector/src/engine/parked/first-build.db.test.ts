import { streams } from '@tba/events/streams.ts'
import { clientInTest } from '@tba/testing/with-client.ts'
import { users } from '../../accounts/users.projection.ts'
import { failingProjection } from '../../testing/failing-projection.ts'
import { fixture } from '../../testing/fixtures.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { caughtUp, runningProjector, type World, world } from '../../testing/world.ts'
import { verify } from '../../verify/verify.ts'
import type { Progress } from '../versions/build.ts'
import { readParked, request, requestSkip } from './parked.ts'

/** What happens to parked streams while their projection is built. */

const small = { start: 5, min: 5, max: 5, targetMs: 40 }
const chosen = { type: 'ConsentChosen', data: { choice: 'none' } } as const
const updated = { type: 'ProfileUpdated', data: { changes: { bio: 'C' } } } as const
const erased = { type: 'AccountErased', data: {} } as const
const broken = failingProjection(users, 'ProfileUpdated')

/** The options of a projector, and how often it began to fold. */
function counted() {
  const reports: Progress[] = []
  const begins = () =>
    reports.filter(({ eventCount }, at) => eventCount <= (reports[at - 1]?.eventCount ?? eventCount)).length
  const isAtGoal = () => reports.some(({ position, goal }) => position >= goal)
  return { begins, isAtGoal, options: { batchSize: small, onProgress: (it: Progress) => reports.push(it) } }
}

/** Reads a view, so that builds wait before they go live. @returns how to let it go */
async function held({ connectionString }: World, view: string): Promise<() => Promise<unknown>> {
  const client = await clientInTest(connectionString)
  await client.query(`begin; lock table ${view} in access share mode`)
  return () => client.query('commit')
}

/** The same before the first build, which replaces the view. */
async function heldBefore(it: World, view: string): Promise<() => Promise<unknown>> {
  await it.rows('create schema if not exists read')
  await it.rows(`create view ${view} as select 1 as one`)
  return held(it, view)
}

test('six erased persons with parked streams do not begin the first build again', async () => {
  const it = await world()
  for (let userId = 1; userId <= 7; userId += 1) {
    const account = streams.account(crypto.randomUUID())
    await it.append(account, fixture('AccountRegistered', { userId }))
    if (userId < 7) await it.append(account, updated, erased)
  }
  const { begins, options } = counted()
  const projector = await it.start({ projections: [broken], ...options })
  await projector.ready
  expect(begins()).toBe(1)
  expect(await readParked(it.pool)).toEqual([])
  expect(await it.rows('select id from read.users')).toEqual([{ id: 7 }])
  expect(await verify({ ...it, projections: [broken] })).toMatchObject([{ isSame: true }])
})

test('an erasure does not begin a new version again that could fold what the live one parked', async () => {
  const { projector, ...it } = await runningProjector({ projections: [broken] })
  const account = streams.account(crypto.randomUUID())
  await it.append(account, fixture('AccountRegistered'), updated)
  await caughtUp(projector)
  const release = await held(it, 'read.users')
  const { begins, isAtGoal, options } = counted()
  const fixed = { ...users, version: users.version + 1 }
  const second = await it.start({ projections: [fixed], ...options })
  await expect.poll(isAtGoal).toBe(true)
  await it.append(account, erased)
  await caughtUp(projector)
  expect(await it.rows('select discarded from projector.skipped')).toEqual([{ discarded: true }])
  await release()
  await second.ready
  expect(begins()).toBe(1)
  expect(await it.rows('select id from read.users')).toEqual([])
  expect(await verify({ ...it, projections: [fixed] })).toMatchObject([{ isSame: true }])
})

test.each([
  ['an erasure', []],
  ['a skip', [{ bio: null }]],
])('%s lets a new version go on that fails at what the live one parked', async (which, left) => {
  const { projector, ...it } = await runningProjector({ projections: [broken] })
  const account = streams.account(crypto.randomUUID())
  await it.append(account, fixture('AccountRegistered'), updated)
  await caughtUp(projector)
  const newer = { ...broken, version: broken.version + 1 }
  const second = await it.start({ projections: [newer], haltMs: 600_000 })
  await expect.poll(() => it.errors.at(-1)).toMatchObject({ err: { name: 'ProjectionHalted' } })
  if (which === 'an erasure') await it.append(account, erased)
  else {
    // It needs no leader of the old version.
    await projector.stop()
    await request(it.pool, 'skip', { stream: account })
  }
  await second.ready
  expect(await it.rows('select bio from read.users')).toEqual(left)
  expect(await verify({ ...it, projections: [newer] })).toMatchObject([{ isSame: true }])
})

test('a skip and a retry during a first build are done once, after it is live', async () => {
  const it = await world()
  const [skipped, retried, folded] = [streams.visit('skipped'), streams.visit('retried'), streams.visit('v')]
  const fails = new Set([`${skipped}@1`, `${retried}@1`])
  const fragile = failingProjection(tally, 'ConsentChosen', ({ stream, revision }) =>
    fails.has(`${stream}@${revision}`),
  )
  for (const stream of [skipped, retried, folded]) await it.append(stream, chosen, chosen, chosen)
  const release = await heldBefore(it, 'read.tallies')
  const { begins, isAtGoal, options } = counted()
  const projector = await it.start({ projections: [fragile], ...options })
  await expect.poll(isAtGoal).toBe(true)
  expect(await request(it.pool, 'skip', { stream: skipped })).toBe(1)
  expect(await request(it.pool, 'retry', { stream: retried })).toBe(1)
  fails.delete(`${retried}@1`)
  expect(begins()).toBe(1)
  await release()
  await projector.ready
  await expect.poll(() => readParked(it.pool)).toEqual([])
  await caughtUp(projector)
  expect(await it.rows('select visit, count from read.tallies order by visit')).toEqual([
    { visit: 'retried', count: 3 },
    { visit: 'skipped', count: 2 },
    { visit: 'v', count: 3 },
  ])
  expect(begins()).toBe(2)
  expect(await verify({ ...it, projections: [fragile] })).toMatchObject([{ isSame: true }])
})

test('an event that a first build has folded is left out after it is live, if an operator skips it', async () => {
  const it = await world()
  const stream = streams.visit('v')
  await it.append(stream, chosen, chosen, chosen)
  const release = await heldBefore(it, 'read.tallies')
  const { begins, isAtGoal, options } = counted()
  const projector = await it.start({ projections: [tally], ...options })
  await expect.poll(isAtGoal).toBe(true)
  const [first] = await Array.fromAsync(it.store.read(stream, { limit: 1 }))
  await requestSkip(it.pool, { projection: 'tally', stream, eventId: String(first?.id) })
  await release()
  await projector.ready
  await expect.poll(() => it.rows('select count from read.tallies')).toEqual([{ count: 2 }])
  // The first build went live, and a second one replaced it.
  expect(await it.rows('select schema from projector.checkpoints')).toEqual([{ schema: 'tally_v1_b' }])
  expect(begins()).toBe(2)
  expect(await verify({ ...it, projections: [tally] })).toMatchObject([{ isSame: true }])
})
