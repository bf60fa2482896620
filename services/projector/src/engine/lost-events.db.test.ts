import { openEventStore } from '@tba/event-store/open.ts'
import { beginGeneration } from '@tba/event-store/postgres/opening/restoring.ts'
import { streams } from '@tba/events/streams.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { withClient } from '@tba/testing/with-client.ts'
import { sessions } from '../accounts/sessions.projection.ts'
import { fixture } from '../testing/fixtures.ts'
import { tally } from '../testing/tally/tally.projection.ts'
import { caughtUp, runningProjector, type World } from '../testing/world.ts'
import { LogLostEvents } from './lost-events.ts'

const projections = [sessions, tally]

async function openSession({ append }: World): Promise<string> {
  const sid = crypto.randomUUID()
  await append(streams.session(sid), fixture('SessionOpened'))
  return sid
}
const choose = ({ append }: World, visit: string) =>
  append(streams.visit(visit), { type: 'ConsentChosen', data: { choice: 'all' } })

const sids = async ({ rows }: World) =>
  (await rows('select sid from read.sessions order by 1')).map(({ sid }) => sid)
const newest = 'select event_id from log.events order by xid desc, position desc limit 1'
const lose = `delete from log.events where event_id = (${newest})`
const loseNewest = ({ rows }: World) => rows(lose)
const again = `insert into log.events (stream, revision, event_id, type, data, metadata)
  select 'session-' || gen_random_uuid(), 0, gen_random_uuid(), type, data, metadata
  from (select * from log.events limit 1), generate_series(1, 5)`

/** Changes the log behind the backs of its readers, who then have to connect again. */
async function failOver({ connectionString }: World, ...changes: string[]) {
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'event-log%'`
  const statements = ['begin', 'lock table log.events', cut, ...changes, 'commit']
  await withClient(connectionString, client => client.query(statements.join('; ')))
}
const lossOf = ({ rows }: World) =>
  rows('select event_count, is_exact, first, last from projector.lost_events')

/** A product that has taken in events, each in a batch of its own. It compares only on new connections. */
async function lived({ noteEveryMs = 3_600_000, count = 3 } = {}) {
  const { projector, ...it } = await runningProjector({ projections, noteEveryMs })
  const opened: string[] = []
  while (opened.length < count) {
    opened.push(await openSession(it))
    await caughtUp(projector)
  }
  return { it, projector, opened }
}

const refusedStart = async (it: World) => {
  const started = await it.start({ projections })
  await expect(started.ready).rejects.toThrow(LogLostEvents)
  return started.ready.catch((error: Error) => error.message)
}

async function newGeneration(it: World) {
  const generation = await withClient(it.connectionString, beginGeneration)
  expect(generation).toBeGreaterThan(1)
  const store = await openEventStore({ url: it.connectionString })
  onTestFinished(() => store.close())
  return { store, log: eventLog(store, it.keyring) }
}

test('reports a log that lost its newest events without a new connection too, and refuses every start', async () => {
  const { it, projector } = await lived({ noteEveryMs: 20 })
  await loseNewest(it)
  await expect.poll(() => projector.health().healthy).toBe(false)
  expect(it.errors).toMatchObject([{ err: expect.any(LogLostEvents) }])
  await projector.stop()
  expect(await refusedStart(it)).toMatch(
    /^The event log has lost 1 of its newest events, between the positions/,
  )
})

test.each([
  ['a shorter log', [lose], 1],
  ['a log that is longer again', [lose, lose, again], 2],
  [
    'another event at a position that comes again',
    [`update log.events set event_id = gen_random_uuid() where event_id = (${newest})`],
    1,
  ],
])('compares on a new connection, before anything is folded: %s', async (_which, changes, count) => {
  const { it, projector, opened } = await lived()
  await failOver(it, ...changes)
  await expect.poll(() => projector.health().healthy).toBe(false)
  await projector.stop()
  expect(await lossOf(it)).toMatchObject([{ event_count: count, is_exact: true }])
  expect(await sids(it)).toEqual(opened.toSorted())
})

test('a loss is remembered while the log grows, until a new generation makes the tables from it', async () => {
  const { it, projector, opened } = await lived()
  await projector.stop()
  await loseNewest(it)
  await refusedStart(it)
  const later = [await openSession(it), await openSession(it)]
  // Even without what was taken in.
  await it.rows('delete from projector.marks')
  await refusedStart(it)
  const started = await it.start({ projections, ...(await newGeneration(it)) })
  await started.ready
  expect(await sids(it)).toEqual([...opened.slice(0, 2), ...later].toSorted())
  expect(await lossOf(it)).toEqual([])
})

test('a log that holds the lost events again is followed on', async () => {
  const { it, projector, opened } = await lived()
  await projector.stop()
  await it.rows(`create table kept as select * from log.events where event_id = (${newest})`)
  await loseNewest(it)
  await refusedStart(it)
  await it.rows('insert into log.events overriding system value select * from kept')
  const started = await it.start({ projections })
  await started.ready
  const later = await openSession(it)
  await caughtUp(started)
  expect(await sids(it)).toEqual([...opened, later].toSorted())
  expect(await lossOf(it)).toEqual([])
})

test('visits that have expired are not lost events, and others of the same size are', async () => {
  const { projector, ...it } = await runningProjector({ projections })
  const visits = [crypto.randomUUID(), crypto.randomUUID()]
  for (const visit of visits) {
    await choose(it, visit)
    await caughtUp(projector)
  }
  const before = '2026-01-01T00:00:00.000Z'
  const { position } = await it.append(streams.tracking(), {
    type: 'VisitsExpired',
    data: { before, visits: visits.slice(0, 1) },
  })
  await caughtUp(projector)
  await projector.stop()
  await it.store.deleteStreams([streams.visit(visits[0] as string)], { before: position })
  // As if nothing else had been taken in since.
  await it.rows(`delete from projector.marks where stream = 'tracking'`)
  const started = await it.start({ projections })
  await started.ready
  await started.stop()
  await it.rows(`delete from log.events where stream = '${streams.visit(visits[1] as string)}'`)
  await refusedStart(it)
})

test('tables of an older build, without anything to compare, are refused beyond the end of the log', async () => {
  const { it, projector } = await lived()
  await projector.stop()
  await it.rows('delete from projector.marks')
  await loseNewest(it)
  expect(await refusedStart(it)).toContain('has lost at least 1 of its newest events')
  await openSession(it)
  await openSession(it)
  await refusedStart(it)
})
