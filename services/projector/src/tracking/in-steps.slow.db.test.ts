import { idOf, streams } from '@tba/events/streams.ts'
import type { EventToRecord } from '@tba/runtime/log/event-log.ts'
import { fixture } from '../testing/fixtures.ts'
import { caughtUp, type World, world } from '../testing/world.ts'
import { verify } from '../verify/verify.ts'
import { tracking } from './tracking.projection.ts'

/** Erasures and expiries with more rows than one transaction may write. */

const cap = 200
const batchSize = { start: cap, min: cap, max: cap, targetMs: 1_000 }
const projections = [tracking]
const clickCount = 6_000
const accountId = crypto.randomUUID()
const account = streams.account(accountId)
const visit = streams.visit('busy')

const click = fixture('InteractionTracked', { eventType: 'click' })
const named = (userId: number) => fixture('AnalyticsEventTracked', { userId })
const expired: EventToRecord = {
  type: 'VisitsExpired',
  data: { before: '2099-01-01T00:00:00.000Z', visits: [idOf(visit)] },
}

/** A busy visit of a customer, and a quiet anonymous one. After them the changes of each transaction are recorded. */
async function tracked() {
  const it = await world()
  const projector = await it.start({ projections, batchSize })
  await it.append(account, fixture('AccountRegistered', { userId: 7 }))
  for (let count = 0; count < clickCount; count += 500)
    await it.append(visit, ...Array(250).fill(click), ...Array(250).fill(named(7)))
  await it.append(streams.visit('quiet'), click, named(8))
  await caughtUp(projector)
  await it.rows('create table changed (tx xid8 default pg_current_xact_id(), count int)')
  await it.rows(`create function note() returns trigger language plpgsql as $$ begin
    insert into changed (count) select count(*) from was; return null; end $$`)
  for (const table of ['site_interactions', 'analytics_events'])
    for (const kind of ['update', 'delete'])
      await it.rows(`create trigger note_${kind} after ${kind} on tracking_v${tracking.version}.${table}
        referencing old table as was for each statement execute function note()`)
  return { ...it, projector }
}

const transactions = async ({ rows }: World) =>
  (await rows('select sum(count)::int as count from changed group by tx having sum(count) > 0')).map(
    ({ count }) => Number(count),
  )
const counted = async ({ rows }: World, table: string, where = 'true') =>
  Number((await rows(`select count(*)::int as count from read.${table} where ${where}`))[0]?.count)
const isSame = async (it: World) => (await verify({ ...it, projections })).every(found => found.isSame)

/** Stops a projector after some of many steps, and starts another one. */
async function brokenOff(it: Awaited<ReturnType<typeof tracked>>) {
  await expect.poll(async () => (await transactions(it)).length).toBeGreaterThan(2)
  await it.projector.stop()
  const [checkpoint] = await it.rows('select position, in_steps from projector.checkpoints')
  const stepsTaken = (await transactions(it)).length
  return { stepsTaken, checkpoint, goOn: async () => caughtUp(await it.start({ projections, batchSize })) }
}

test('clicks of an erased customer lose their number in steps, and a stopped projector continues', async () => {
  const it = await tracked()
  const { position } = await it.append(account, { type: 'AccountErased', data: {} })
  const { checkpoint, stepsTaken, goOn } = await brokenOff(it)
  const left = await counted(it, 'analytics_events', '"userId" = 7')
  expect(left).toBe(clickCount / 2 - stepsTaken * cap)
  expect(left).toBeGreaterThan(0)
  expect(String(checkpoint?.position) < position).toBe(true)
  // Until the last step the tables are no fold of the log. Verify waits for it.
  expect(checkpoint?.in_steps).toBe(true)

  const [same] = await Promise.all([isSame(it), goOn()])
  expect(same).toBe(true)
  expect(await counted(it, 'analytics_events', '"userId" = 7')).toBe(0)
  expect(await counted(it, 'analytics_events', '"userId" = 8')).toBe(1)
  expect(await counted(it, 'analytics_events')).toBe(clickCount / 2 + 1)
  expect(Math.max(...(await transactions(it)))).toBe(cap)
  expect(await transactions(it)).toHaveLength(clickCount / 2 / cap)
  expect(await isSame(it)).toBe(true)
})

test('an expired visit is deleted in steps, and its counts with the last one', async () => {
  const it = await tracked()
  await it.append(streams.tracking(), expired)
  const { goOn } = await brokenOff(it)
  expect(await counted(it, 'visits')).toBe(2)
  expect(await it.rows(`select value::int from read.counters where name = 'interactions'`)).toEqual([
    { value: clickCount / 2 + 1 },
  ])

  // Later events of the visitor start a new visit.
  await it.append(visit, click)
  await goOn()
  expect(await counted(it, 'site_interactions')).toBe(2)
  expect(await counted(it, 'analytics_events')).toBe(1)
  expect(await it.rows('select name, value::int from read.counters order by 1')).toEqual([
    { name: 'analytics', value: 1 },
    { name: 'interactions', value: 2 },
  ])
  // The last step has the rest of both tables.
  expect(Math.max(...(await transactions(it)))).toBeLessThanOrEqual(2 * cap)
  expect(await isSame(it)).toBe(true)
})

test('a former leader takes no step after another one took over', async () => {
  const it = await tracked()
  await it.rows(`create function overtake() returns trigger language plpgsql as $$ begin
    update projector.checkpoints set epoch = epoch + 1 where (select count(*) from changed) = 2; return null; end $$`)
  await it.rows(
    'create trigger overtake after insert on changed for each statement execute function overtake()',
  )
  await it.append(account, { type: 'AccountErased', data: {} })
  await expect.poll(() => it.errors).toHaveLength(1)
  expect(String(Reflect.get(it.errors[0] as object, 'err'))).toContain(
    'no longer where this leader left them',
  )
  await caughtUp(it.projector)
  expect(await counted(it, 'analytics_events', '"userId" = 7')).toBe(0)
})
