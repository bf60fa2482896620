import type { Position } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { clientInTest } from '@tba/testing/with-client.ts'
import { nextTally } from '../../testing/tally/next-tally.projection.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { caughtUp, runningProjector, type World } from '../../testing/world.ts'
import { requestRebuild } from './rebuilds.ts'

/** Something of an operator is in the way of new tables. */

const chosen = { type: 'ConsentChosen', data: { choice: 'none' } } as const
const view = 'create schema ops; create view ops.people as select * from read.tallies'

/** A projector with the first version live, one row, and statements of an operator. */
async function withOperator(statements: string) {
  const it = await runningProjector({ projections: [tally] })
  await it.append(streams.visit('v'), chosen)
  await caughtUp(it.projector)
  const operator = await clientInTest(it.connectionString, 'operator')
  await operator.query(statements)
  return { ...it, operator }
}

async function requestOne({ pool, store }: World) {
  const position = (await store.head()) as Position
  await requestRebuild(pool, 'tally', {
    id: crypto.randomUUID(),
    position,
    recordedAt: new Date().toISOString(),
  })
}

const lastRebuild = async ({ rows }: World) =>
  (await rows('select done_at is not null as done, error from projector.rebuilds order by position desc'))[0]
const ended = ({ rows }: World) =>
  expect.poll(() => rows('select 1 from projector.rebuilds where done_at is null')).toEqual([])
const schema = async ({ rows }: World) => (await rows('select schema from projector.checkpoints'))[0]?.schema

/** The live version takes in one more event. */
async function expectGoesOn(it: Awaited<ReturnType<typeof withOperator>>, count: number) {
  await it.append(streams.visit('v'), chosen)
  await caughtUp(it.projector)
  expect(await it.rows('select count from read.tallies')).toEqual([{ count }])
  expect(it.projector.health()).toMatchObject({ leading: true, healthy: true })
}

test('a view of an operator answers the new rows after a rebuild', async () => {
  const it = await withOperator(view)
  await requestOne(it)
  await ended(it)
  expect(await lastRebuild(it)).toEqual({ done: true, error: null })
  await expect.poll(() => schema(it)).toBe('tally_v1_b')
  await expect.poll(() => it.rows(`select 1 from pg_namespace where nspname = 'tally_v1'`)).toEqual([])
  await expectGoesOn(it, 2)
  expect(await it.rows('select count from ops.people')).toEqual([{ count: 2 }])
})

test('a view of an operator on a column that goes refuses the start of the new version, which names it', async () => {
  const it = await withOperator(view)
  const newer = { projections: [nextTally] }
  const sentence = /new tables of tally: .*\(view ops\.people depends on view read\.tallies\)/
  for (let time = 0; time < 2; time += 1) {
    const second = await it.start(newer)
    await expect(second.ready).rejects.toThrow(sentence)
    expect(second.health()).toMatchObject({ leading: false, ready: false, healthy: false })
  }
  expect(await lastRebuild(it)).toEqual({ done: true, error: expect.stringMatching(sentence) })
  await expectGoesOn(it, 2)
  await it.operator.query('drop view ops.people')
  await (await it.start(newer)).ready
  expect(await it.rows('select visit, count, refusals from read.tallies')).toEqual([
    { visit: 'v', count: 2, refusals: 2 },
  ])
  expect(await lastRebuild(it)).toBeUndefined()
})

const refuse = (event: string) => `
  create function public.no_changes() returns event_trigger language plpgsql as
    $$ begin raise 'no changes on Fridays'; end $$;
  create event trigger no_changes on ${event} execute function public.no_changes()`

test.each([
  ['create new tables', refuse(`ddl_command_start when tag in ('CREATE SCHEMA')`)],
  ['put them in place', refuse(`ddl_command_start when tag in ('CREATE VIEW')`)],
])('an event trigger that forbids to %s ends the rebuild, which names it', async (_, trigger) => {
  const it = await withOperator(trigger)
  await requestOne(it)
  await ended(it)
  const error = expect.stringMatching(/no changes on Fridays \(PL\/pgSQL function (public\.)?no_changes\(\)/)
  expect(await lastRebuild(it)).toEqual({ done: true, error })
  await expectGoesOn(it, 2)
  const second = await it.start({ projections: [nextTally] })
  await expect(second.ready).rejects.toThrow('no changes on Fridays')
})

test('an event trigger that forbids to drop the replaced tables stops nothing', async () => {
  const it = await withOperator(refuse(`sql_drop when tag in ('DROP SCHEMA')`))
  await requestOne(it)
  await expect.poll(() => schema(it)).toBe('tally_v1_b')
  const reason = expect.stringContaining('no changes on Fridays')
  await expect.poll(() => it.errors).toEqual([{ reason }])
  await expectGoesOn(it, 2)
})

test('a swap waits for a lock, and the log names who holds it', async () => {
  const it = await withOperator('begin; lock table read.tallies in access share mode')
  await requestOne(it)
  const { rows } = await it.operator.query('select pg_backend_pid() as pid')
  const lock = expect.stringContaining(`read.tallies is locked by process ${rows[0].pid} (operator)`)
  await expect.poll(() => it.errors).toEqual([{ lock }])
  await expectGoesOn(it, 2)
  await it.operator.query('commit')
  await ended(it)
  expect(await lastRebuild(it)).toEqual({ done: true, error: null })
  await expect.poll(() => schema(it)).toBe('tally_v1_b')
  expect(it.errors).toEqual([{ lock }])
})
