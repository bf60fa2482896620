import { streams } from '@tba/events/streams.ts'
import { sessions } from '../../accounts/sessions.projection.ts'
import { users } from '../../accounts/users.projection.ts'
import { assertProjectionsPassed } from '../../jobs/erasure/finish-erasure.ts'
import { RetryLater } from '../../jobs/policy.ts'
import { failingProjection } from '../../testing/failing-projection.ts'
import { fixture } from '../../testing/fixtures.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { caughtUp, runningProjector, type World } from '../../testing/world.ts'
import { verify } from '../../verify/verify.ts'
import { readParked, request } from './parked.ts'

const accountId = crypto.randomUUID()
const account = streams.account(accountId)
const registered = fixture('AccountRegistered', { userId: 1 })

const nothingParked = ({ pool }: World) => expect.poll(() => readParked(pool)).toEqual([])

test('the key of an erased person stays while their rows exist because the erasure is parked', async () => {
  const bug = { isThere: true }
  const broken = failingProjection(users, 'AccountErased', () => bug.isThere)
  const { projector, ...it } = await runningProjector({ projections: [broken] })
  await it.append(account, registered)
  const { position } = await it.append(account, { type: 'AccountErased', data: {} })
  await it.append(streams.account(crypto.randomUUID()), fixture('AccountRegistered', { userId: 2 }))
  const others = await it.start()
  await others.ready
  await caughtUp(projector)
  await caughtUp(others)
  const passed = () => assertProjectionsPassed(it.pool, { stream: account, position })
  await expect(passed()).rejects.toThrow(RetryLater)
  bug.isThere = false
  await request(it.pool, 'retry', { stream: account })
  await nothingParked(it)
  await passed()
  expect(await it.rows('select id from read.users')).toEqual([{ id: 2 }])
})

test('a session folded late stays revoked if its revocation was folded before', async () => {
  const bug = { isThere: true }
  const broken = failingProjection(sessions, 'SessionOpened', () => bug.isThere)
  const { projector, ...it } = await runningProjector({ projections: [broken] })
  const opened = fixture('SessionOpened', { accountId })
  const [ended, kept, later] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  await it.append(streams.session(ended), opened)
  await it.append(streams.session(kept), opened)
  await it.append(account, { type: 'SessionsRevoked', data: { except: kept } })
  await it.append(streams.session(later), opened)
  await caughtUp(projector)
  expect(await readParked(it.pool)).toHaveLength(3)
  bug.isThere = false
  await request(it.pool, 'retry', { stream: streams.session(ended) })
  await nothingParked(it)
  expect(await it.rows('select sid from read.sessions order by sid')).toEqual(
    [kept, later].sort().map(sid => ({ sid })),
  )
  expect(await verify({ ...it, projections: [sessions] })).toMatchObject([{ isSame: true }])
})

const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const
const poisoned = streams.visit('poisoned')
const other = streams.visit('other')

/** A projection that parked one stream at its second event. @returns the events at which it fails from now on */
async function withParked() {
  const failsAt = new Set([`${poisoned}@1`])
  const fragile = failingProjection(tally, 'ConsentChosen', ({ stream, revision }) =>
    failsAt.has(`${stream}@${revision}`),
  )
  const { projector, ...it } = await runningProjector({ projections: [fragile] })
  await it.append(poisoned, chosen, chosen, chosen)
  await it.append(other, chosen)
  await caughtUp(projector)
  expect(await readParked(it.pool)).toMatchObject([{ stream: poisoned, revision: 1 }])
  return { ...it, failsAt, fragile, projector }
}

const counts = async ({ rows }: World) =>
  Object.fromEntries((await rows('select visit, count from read.tallies')).map(row => [row.visit, row.count]))

test('a retried stream is parked again at the next event that fails', async () => {
  const it = await withParked()
  it.failsAt.clear()
  it.failsAt.add(`${poisoned}@2`)
  await request(it.pool, 'retry', { stream: poisoned })
  await expect.poll(() => readParked(it.pool)).toMatchObject([{ revision: 2, asked: null }])
  expect(await counts(it)).toEqual({ poisoned: 2, other: 1 })
  expect(await verify({ ...it, projections: [it.fragile] })).toMatchObject([{ isSame: true }])
  // The schema of a projection without a retry is dropped.
  await expect.poll(() => it.rows('select 1 from projector.builds')).toEqual([])
})

test('a retry ends with a reason at an event that the live tables contain, and the live tables continue', async () => {
  const it = await withParked()
  it.failsAt.add(`${other}@0`)
  await request(it.pool, 'retry', { stream: poisoned })
  const ended = { stream: poisoned, asked: null, error: expect.stringContaining(`(${other}@0)`) }
  await expect.poll(() => readParked(it.pool)).toMatchObject([ended])
  await it.append(other, chosen)
  await caughtUp(it.projector)
  expect(await counts(it)).toEqual({ poisoned: 1, other: 2 })
  expect(it.projector.health()).toMatchObject({ leading: true, healthy: true })
})

test('a retry keeps the rows that the live tables have of the parked stream', async () => {
  const it = await withParked()
  it.failsAt.add(`${poisoned}@0`)
  await request(it.pool, 'retry', { stream: poisoned })
  const ended = { revision: 1, asked: null, error: expect.stringContaining(`(${poisoned}@0)`) }
  await expect.poll(() => readParked(it.pool)).toMatchObject([ended])
  expect(await counts(it)).toEqual({ poisoned: 1, other: 1 })
})

test('a retry does not change what a newer build has parked', async () => {
  const it = await withParked()
  await it.rows(`insert into projector.parked_builds select * from projector.parked`)
  await it.rows(`update projector.parked_builds set version = version + 1`)
  it.failsAt.clear()
  await request(it.pool, 'retry', { stream: poisoned })
  await nothingParked(it)
  expect(await it.rows('select stream from projector.parked_builds')).toEqual([{ stream: poisoned }])
})

test('a projection that halted with 100 parked streams continues after a retry', async () => {
  const bug = { isThere: true }
  const broken = failingProjection(tally, 'ConsentChosen', () => bug.isThere)
  const { projector: stopped, ...it } = await runningProjector({ projections: [broken] })
  // All are in the log before the next read, so they are one batch.
  await stopped.stop()
  for (let visit = 0; visit < 101; visit += 1) await it.append(streams.visit(`v${visit}`), chosen)
  const projector = await it.start({ projections: [broken], haltMs: 600_000 })
  await expect.poll(() => projector.health().healthy).toBe(false)
  expect(await readParked(it.pool)).toHaveLength(100)
  bug.isThere = false
  await request(it.pool, 'retry', {})
  await nothingParked(it)
  await caughtUp(projector)
  expect(await it.rows('select count(*)::int from read.tallies')).toEqual([{ count: 101 }])
})
