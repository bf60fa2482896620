import { streams } from '@tba/events/streams.ts'
import { readParked, request } from '../../engine/parked/parked.ts'
import { projections } from '../../projections.ts'
import { failingProjection } from '../../testing/failing-projection.ts'
import { fixture } from '../../testing/fixtures.ts'
import { caughtUp, type World, world } from '../../testing/world.ts'
import { tracking } from '../../tracking/tracking.projection.ts'
import { verify } from '../../verify/verify.ts'
import { whileVerifying } from '../../verify/verifying.ts'
import { createJobTables } from '../job-tables.ts'
import { expireVisits } from './expire-visits.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const [old, edge, fresh] = [daysAgo(100), daysAgo(91), daysAgo(1)]

const started = (recordedAt: string) => ({ ...fixture('VisitStarted'), recordedAt })
const viewed = (recordedAt: string) => ({
  ...fixture('InteractionTracked', { eventType: 'page_view' }),
  recordedAt,
})
const measured = (recordedAt: string) => ({ ...fixture('AnalyticsEventTracked'), recordedAt })
const lead = (recordedAt: string) => ({ ...fixture('LeadSubmitted'), recordedAt })

/** Four visits: an old one, one at the limit, one that a later lead extends, and one of yesterday. */
async function tracked() {
  const it = await world({ isProjected: true })
  const { append, log, pool } = it
  await createJobTables(pool)
  const leads = [crypto.randomUUID(), crypto.randomUUID()].map(streams.lead)
  for (const visit of ['over', 'alsoOver'])
    await append(streams.visit(visit), started(old), viewed(old), measured(edge))
  await append(streams.visit('edge'), started(old), viewed(edge), viewed(fresh))
  await append(streams.visit('tied'), started(old), viewed(edge))
  await append(streams.visit('fresh'), started(fresh), viewed(fresh))
  for (const [at, visitId] of ['over', 'tied'].entries()) {
    const context = { actor: 'visitor', correlationId: 'c', causationId: 'c', visitId }
    await log.append(leads[at] ?? '', [lead(at === 0 ? edge : fresh)], { expected: 'any', context })
  }
  const projector = await it.start()
  await caughtUp(projector)
  const expire = (visitsKeptDays = 90) => expireVisits({ ...it, visitsKeptDays })
  return { ...it, projector, leads, expire, settled: () => caughtUp(projector) }
}

const visitsIn = async ({ rows }: World) =>
  (await rows('select "sessionId" as id from read.visits order by 1')).map(({ id }) => id)

async function inLog({ store }: World): Promise<string[]> {
  const found = new Set<string>()
  for await (const { stream } of store.readAll()) found.add(stream)
  return [...found].filter(stream => stream.startsWith('visit-')).toSorted()
}

async function expectVerified(it: World) {
  const findings = await verify(it)
  expect(findings.filter(({ isSame }) => !isSame)).toEqual([])
}

const all = ['visit-alsoOver', 'visit-edge', 'visit-fresh', 'visit-over', 'visit-tied']
const left = ['visit-edge', 'visit-fresh', 'visit-tied']

test('a visit expires 90 days after its last event: first in the tables, then in the log', async () => {
  const it = await tracked()
  const facts = async () => [
    await it.rows('select count(*)::int as count from read.leads'),
    await Promise.all(it.leads.map(stream => Array.fromAsync(it.log.read(stream)))),
  ]
  const factsBefore = await facts()

  await it.expire()
  await it.settled()
  expect(await visitsIn(it)).toEqual(['edge', 'fresh', 'tied'])
  expect(await it.rows('select distinct "sessionId" as id from read.site_interactions order by 1')).toEqual(
    ['edge', 'fresh', 'tied'].map(id => ({ id })),
  )
  expect(await it.rows('select name, value::int from read.counters order by name')).toEqual([
    { name: 'conversions', value: 1 },
    { name: 'interactions', value: 4 },
    { name: 'leads', value: 2 },
    { name: 'visits', value: 1 },
  ])
  expect(await inLog(it)).toEqual(all)

  await it.expire()
  expect(await inLog(it)).toEqual(left)
  await expectVerified(it)
  expect(await facts()).toEqual(factsBefore)
  expect(await Array.fromAsync(it.log.read(streams.visit('edge')))).toHaveLength(3)

  await it.expire()
  expect(await Array.fromAsync(it.log.read(streams.tracking()))).toHaveLength(1)
  expect(it.errors).toEqual([])
})

test('the log keeps the events that a projection or a verification still has to read', async () => {
  const it = await tracked()
  await it.expire()
  await it.settled()
  await it.projector.stop()
  const { rows } = it
  const [{ position } = {}] = await rows(
    `select position from projector.checkpoints where projection = 'tracking'`,
  )
  const standing = (at: unknown, version = tracking.version) =>
    rows(`update projector.checkpoints set position = '${at}', version = ${version}
      where projection = 'tracking' returning 1`)
  await standing('')
  await it.expire()
  expect(await inLog(it)).toEqual(all)
  // An older build without expiry passes everything.
  await standing(position, tracking.version - 1)
  await it.expire()
  expect(await inLog(it)).toEqual(all)
  await standing(position)
  await whileVerifying(it.pool, () => it.expire())
  expect(await inLog(it)).toEqual(all)
  await it.expire()
  expect(await inLog(it)).toEqual(left)
})

test('continues after a crash, and a repeated step does no harm', async () => {
  const it = await tracked()
  await it.expire()
  await it.settled()
  await it.store.deleteStreams([streams.visit('over')], { before: (await it.store.head()) ?? never() })
  await it.expire()
  expect(await inLog(it)).toEqual(left)
  await it.append(streams.visit('over'), started(fresh))
  await it.rows(`delete from jobs.progress where name = 'expired' returning 1`)
  await it.expire()
  await it.settled()
  expect(await inLog(it)).toEqual([...left, 'visit-over'].toSorted())
  expect(await visitsIn(it)).toEqual(['edge', 'fresh', 'over', 'tied'])
  await expectVerified(it)
})

test('without a limit nothing expires', async () => {
  const it = await tracked()
  for (const _ of ['one hour', 'the next']) await it.expire(0)
  await it.settled()
  expect(await inLog(it)).toEqual(all)
  expect(await visitsIn(it)).toHaveLength(5)
})

test('after a clock jump only one more day of visits expires per hour', async () => {
  const it = await tracked()
  // As if the clock was fifty days ahead.
  await it.rows(`insert into jobs.clock (at) values (now() - interval '50 days') returning 1`)
  await it.expire()
  await it.settled()
  expect(await visitsIn(it)).toHaveLength(5)
  for (let hour = 0; hour < 40; hour += 1) await it.expire()
  await it.settled()
  expect(await visitsIn(it)).toHaveLength(5)
  for (let hour = 0; hour < 10; hour += 1) await it.expire()
  await it.settled()
  expect(await visitsIn(it)).toEqual(['edge', 'fresh', 'tied'])
})

test('a visit recorded by a fast clock does not hold others back', async () => {
  const it = await world({ isProjected: true })
  await createJobTables(it.pool)
  await it.append(streams.visit('ahead'), started('2099-01-01T00:00:00.000Z'))
  await it.append(streams.visit('over'), started(old))
  const projector = await it.start()
  await caughtUp(projector)
  await expireVisits({ ...it, visitsKeptDays: 90 })
  await caughtUp(projector)
  expect(await visitsIn(it)).toEqual(['ahead'])
})

test('while a projection cannot process an expiry, nothing more expires and the log keeps it', async () => {
  const it = await tracked()
  await it.projector.stop()
  const bug = { isThere: true }
  const broken = failingProjection(tracking, 'VisitsExpired', () => bug.isThere)
  const others = projections.filter(({ name }) => name !== tracking.name)
  const projector = await it.start({ projections: [...others, broken] })
  for (const _ of ['one hour', 'the next', 'and the next']) {
    await it.expire()
    await caughtUp(projector)
  }
  expect(await Array.fromAsync(it.log.read(streams.tracking()))).toHaveLength(1)
  expect(await inLog(it)).toEqual(all)
  bug.isThere = false
  await request(it.pool, 'retry', {})
  await expect.poll(() => readParked(it.pool)).toEqual([])
  expect(await visitsIn(it)).toEqual(['edge', 'fresh', 'tied'])
  await it.expire()
  expect(await inLog(it)).toEqual(left)
  await expectVerified(it)
})

function never(): never {
  throw new Error('the log is empty')
}
