import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openEventStore } from '@tba/event-store/open.ts'
import type { Position } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { migrate } from '@tba/runtime/postgres/migrate.ts'
import { newSecrets } from '@tba/runtime/secrets.ts'
import { startCluster } from '@tba/testing/cluster.ts'
import { quickFolder } from '@tba/testing/quick-folder.ts'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../engine/connection.ts'
import type { EventOf } from '../engine/projection.ts'
import { jobsOver } from '../testing/jobs.ts'
import { started } from '../testing/started.ts'
import { eventually, type World, world } from '../testing/world.ts'
import { Fenced, progressOf } from './progress.ts'
import { closeReplay, forgetReplays, type Taken, takeReplay } from './stored-replay.ts'

const visits = 10_000
const perAppend = 500

async function longLog({ connectionString }: World): Promise<void> {
  const store = await openEventStore({ url: connectionString })
  const metadata = {
    actor: 'visitor',
    correlationId: randomUUID(),
    causationId: randomUUID(),
    schemaVersion: 1,
  }
  const data = { userAgent: 'Mozilla/5.0', referrer: null, address: '198.51.100.0' }
  for (let at = 0; at < visits; at += perAppend) {
    const appends = Array.from({ length: perAppend }, (_, of) => ({
      ...{ stream: streams.visit(`v${at + of}`), expected: 'no_stream' as const },
      events: [{ id: randomUUID(), type: 'VisitStarted', data, metadata }],
    }))
    await store.appendInOrder(appends)
  }
  await store.close()
}

type Mode = EventOf<'ReplayRequested'>['data']['mode']

async function ask({ append, store }: World, id: string, mode: Mode): Promise<void> {
  const wanted = { from: null, to: null, types: [], visits: [], mode }
  await append(streams.replay(id), {
    type: 'ReplayRequested',
    data: { ...wanted, end: await store.head() },
  })
}

/**
 * Holds a replay up as it is about to write how far it has come, for the second time at least, until it is let go on.
 * What moves of it is noted, with who moved it.
 */
async function holdUp({ connectionString, pool, rows }: World) {
  await migrate(pool, 'jobs', new URL('../jobs/jobs.sql', import.meta.url))
  const holding = new Client({ connectionString })
  await holding.connect()
  onTestFinished(() => holding.end())
  await holding.query(`
    create table public.held (id uuid primary key);
    create table public.moves (id uuid, epoch int, done bigint);
    create function public.hold() returns trigger language plpgsql as $$ begin
      if new.done = old.done or new.over_at is not null then return new; end if;
      insert into public.moves values (new.id, new.epoch, new.done);
      if old.done > 0 and exists (select from public.held where id = new.id) then
        perform pg_advisory_xact_lock(17);
      end if;
      return new; end $$;
    create trigger hold before update on jobs.replays for each row execute function public.hold();
    select pg_advisory_lock(17)`)
  const waiting = `from pg_locks where locktype = 'advisory' and objid = 17 and not granted
    and database = (select oid from pg_database where datname = current_database())`
  return {
    hold: (ids: readonly string[]) =>
      holding.query('insert into public.held select unnest($1::uuid[])', [ids]),
    isHeld: async () => (await rows(`select 1 ${waiting}`)).length > 0,
    letGo: async (id: string) => {
      await holding.query('delete from public.held where id = $1', [id])
      await holding.query(`select pg_terminate_backend(pid) ${waiting}`)
    },
  }
}

test('a replay whose process was killed goes on where it was, be it of whatever kind, and nothing is counted twice or lost', async () => {
  // What is held up has written: on the run's server it would hold back the readers of every other test's log.
  const cluster = await startCluster({ folder: quickFolder('tba-postgres-') })
  onTestFinished(() => cluster.destroy())
  const it = await world({ server: cluster.connectionString })
  const { folder, open } = await jobsOver(it)
  const { hold, isHeld, letGo } = await holdUp(it)
  await longLog(it)
  const all = [randomUUID(), randomUUID()] as const
  const [stream, projection] = all
  await hold(all)
  const secretsFile = join(folder, 'secrets.json')
  await writeFile(secretsFile, newSecrets())
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: it.connectionString,
    SECRETS_FILE: secretsFile,
    PUBLIC_URL: 'https://example.com',
    PICTURES_FOLDER: folder,
    DATA_DIR: folder,
  }
  /** Which of these has come some way; one goes after the other, in no order. */
  const begun = async (of: ReadonlySet<string>) => {
    const some = await it.rows('select id from jobs.replays where done > 0 and over_at is null')
    return some.map(({ id }) => String(id)).filter(id => of.has(id))
  }
  let running = started('main.ts', env)
  // A projection is replayed up to where the live one stands.
  await eventually(async () => {
    const [live] = await it.rows(
      `select event_count::int as count from projector.checkpoints where projection = 'tracking'`,
    )
    expect(live).toEqual({ count: visits })
  })
  await ask(it, stream, { kind: 'stream' })
  await ask(it, projection, { kind: 'projection', projection: 'tracking' })
  const toKill = new Set<string>(all)
  while (toKill.size > 0) {
    await eventually(async () => expect(await isHeld()).toBe(true))
    running.child.kill('SIGKILL')
    await running.ended
    const [id = '', ...others] = await begun(toKill)
    expect([id, others]).toEqual([expect.stringMatching(/./), []])
    await letGo(id)
    toKill.delete(id)
    if (toKill.size > 0) running = started('main.ts', env)
  }
  await open()
  await eventually(async () => {
    const over = await it.rows('select id from jobs.replays where over_at is not null')
    expect(over).toHaveLength(2)
  })

  for (const id of all) {
    const moves =
      await it.rows(`select epoch, min(done)::int as least, max(done)::int as most from public.moves
      where id = '${id}' group by epoch order by epoch`)
    const [killed, next] = moves as { epoch: number; least: number; most: number }[]
    expect([id, moves.length]).toEqual([id, 2])
    // What the killed one was about to write is found again by the next, which does not begin again.
    expect(next?.least).toBeGreaterThan(killed?.least ?? 0)
    expect(next?.most).toBeGreaterThanOrEqual(visits)
    const types = (await Array.fromAsync(it.store.read(streams.replay(id)))).map(({ type }) => type)
    expect(types).toEqual(['ReplayRequested', 'ReplayFinished'])
  }
  // Nothing but visits was in the log by then, and no row differs.
  const found = await it.rows(`select id, found::int, result from jobs.replays`)
  expect(new Map(found.map(({ id, ...row }) => [id, row]))).toEqual(
    new Map([
      [stream, { found: visits, result: null }],
      [projection, { found: 0, result: '' }],
    ]),
  )
  await eventually(async () =>
    expect(await it.rows(`select 1 from pg_namespace where nspname like 'replayed%'`)).toEqual([]),
  )
}, 120_000)

/** A replay that one worker after the other has taken, and how each of them moves it. */
async function takenTwice() {
  const it = await world()
  await migrate(it.pool, 'jobs', new URL('../jobs/jobs.sql', import.meta.url))
  const replay = randomUUID()
  await it.rows(`insert into jobs.replays (id, asked_at) values ('${replay}', 'p') returning 1`)
  const connection = await connect(it.connectionString)
  onTestFinished(() => connection.close())
  const worker = async () => {
    const taken = (await takeReplay(it.pool, replay)) as Taken
    const move = progressOf(connection, taken, () => {})
    const moveTo = (position: string, result = '') =>
      move({ position: position as Position, done: 1, found: 1, result })
    return { taken, moveTo }
  }
  return { ...it, first: await worker(), second: await worker() }
}

test('of two workers with one replay only the later one writes, and a result goes after a week', async () => {
  const { pool, rows, first, second } = await takenTwice()
  await second.moveTo('a', 'of the second')
  await expect(first.moveTo('b', 'of the first')).rejects.toThrow(Fenced)
  expect(await closeReplay(pool, first.taken, false)).toBe(false)
  expect(await closeReplay(pool, second.taken, true)).toBe(true)
  await expect(second.moveTo('c')).rejects.toThrow(Fenced)
  expect(await rows('select position, result from jobs.replays')).toEqual([
    { position: 'a', result: 'of the second' },
  ])

  await rows(`update jobs.replays set over_at = now() - interval '6 days' returning 1`)
  await forgetReplays({ pool })
  expect(await rows('select id from jobs.replays')).toHaveLength(1)
  await rows(`update jobs.replays set over_at = now() - interval '8 days' returning 1`)
  await forgetReplays({ pool })
  expect(await rows('select id from jobs.replays')).toEqual([])
})

test('what comes on begins its tries anew, and of what came to nothing no result is kept', async () => {
  const { pool, rows, second } = await takenTwice()
  const tries = () => rows('select tries from jobs.replays')
  // It has no place from which a third one would go on, and then one at which it stays.
  await second.moveTo('')
  expect(await tries()).toEqual([{ tries: 2 }])
  await second.moveTo('a')
  expect(await tries()).toEqual([{ tries: 0 }])
  await takeReplay(pool, second.taken.id)
  expect(await closeReplay(pool, second.taken, false)).toBe(false)
  const last = { ...second.taken, epoch: 3 }
  expect(await closeReplay(pool, last, false)).toBe(true)
  expect(await rows('select result from jobs.replays')).toEqual([{ result: null }])
})
