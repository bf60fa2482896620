import { randomUUID } from 'node:crypto'
import { streams } from '@tba/events/streams.ts'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { sessions } from './accounts/sessions.projection.ts'
import { ask, readParked } from './engine/parked.ts'
import type { Projection } from './engine/projection.ts'
import { tally } from './testing/tally.projection.ts'
import { caughtUp, eventually, type World, world } from './testing/world.ts'
import { verify } from './verify.ts'

const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const
const poisoned = streams.visit('poisoned')

/** Cannot fold the first event of one visit. */
const fragile: Projection = {
  ...tally,
  on: {
    ConsentChosen(event) {
      if (event.stream === poisoned && event.revision === 0) throw new Error('broken')
      return tally.on.ConsentChosen?.(event) ?? []
    },
  },
}

async function withParked(events: number) {
  const it = await world()
  const projector = await it.start({ projections: [fragile] })
  await projector.ready
  await it.append(poisoned, chosen)
  for (let left = events; left > 0; left -= 500)
    await it.append(poisoned, ...Array(Math.min(left, 500)).fill(chosen))
  await caughtUp(projector)
  return { ...it, projector }
}

const count = async ({ rows }: World) => (await rows('select count from read.tallies'))[0]?.count

test('a leader that dies while it takes in a stream behind a skipped event leaves out nothing but that event', async () => {
  const it = await withParked(1_200)
  // What the database says to whoever has too many rows is that it is being stopped, as when it is.
  await it.rows(`create function stopping() returns trigger language plpgsql as
    $$ begin if new.count > 600 then raise sqlstate '57P01'; end if; return new; end $$`)
  await it.rows(
    `create trigger stopping before insert on tally_v1.tallies for each row execute function stopping()`,
  )
  await ask(it.pool, 'skip', { stream: poisoned })
  await eventually(() => expect(it.errors.length).toBeGreaterThan(2))
  await it.rows('drop trigger stopping on tally_v1.tallies')
  await eventually(async () => expect(await readParked(it.pool)).toEqual([]))
  expect(await count(it)).toBe(1_200)
  expect(await it.rows('select stream from projector.skipped')).toEqual([{ stream: poisoned }])
})

test('an event that keeps a new version from going live can be skipped, though nobody leads the old one', async () => {
  const it = await withParked(2)
  await it.projector.stop()
  const projector = await it.start({ projections: [{ ...fragile, version: 2 }] })
  await eventually(() => expect(it.errors.at(-1)).toMatchObject({ err: { name: 'CannotGoOn' } }))
  await ask(it.pool, 'skip', { stream: poisoned })
  await projector.ready
  expect(await count(it)).toBe(2)
  expect(await readParked(it.pool)).toEqual([])
})

const opened = {
  type: 'SessionOpened',
  data: {
    accountId: 'aaaaaaaa-0000-4000-8000-000000000001',
    userId: 7,
    expiresAt: '2099-01-01T00:00:00.000Z',
    device: '',
    address: '',
  },
} as const

test('while a new version cannot be folded, the others of its group go on as if nothing were', async () => {
  const it = await world()
  await it.append(poisoned, chosen)
  const first = await it.start({ projections: [tally, sessions] })
  await first.ready
  await first.stop()
  await it.start({ projections: [{ ...fragile, version: 2 }, sessions] })
  for (let session = 1; session <= 20; session += 1) {
    await it.append(streams.session(randomUUID()), opened)
    await eventually(async () => expect(await it.rows('select sid from read.sessions')).toHaveLength(session))
  }
  expect(it.errors).toHaveLength(1)
})

test('a projection that fails at sixty streams holds the others of its group up for seconds, not for as long as it is tried', async () => {
  const it = await world()
  const refusing: Projection = {
    ...sessions,
    on: {
      SessionOpened() {
        throw new Error('broken')
      },
    },
  }
  const projector = await it.start({ projections: [refusing, tally] })
  await projector.ready
  for (let session = 1; session <= 60; session += 1) await it.append(streams.session(randomUUID()), opened)
  await it.append(streams.visit('v'), chosen)
  await eventually(async () => expect(await count(it)).toBe(1))
  expect(await readParked(it.pool)).toHaveLength(60)
})

test('a query that reads for long what was replaced keeps nothing new from readers', async () => {
  const it = await world()
  const first = await it.start({ projections: [tally] })
  await it.append(streams.visit('v'), chosen)
  await caughtUp(first)
  await first.stop()
  const reader = new Client({ connectionString: it.connectionString })
  await reader.connect()
  onTestFinished(() => reader.end())
  await reader.query('begin; select * from tally_v1.tallies')
  const second = await it.start({ projections: [{ ...tally, version: 2 }] })
  await second.ready
  await it.append(streams.visit('v'), chosen)
  await caughtUp(second)
  expect(await count(it)).toBe(2)
  await reader.query('commit')
  await eventually(async () =>
    expect(await it.rows(`select 1 from pg_namespace where nspname = 'tally_v1'`)).toEqual([]),
  )
  expect(await verify({ ...it, projections: [{ ...tally, version: 2 }] })).toMatchObject([{ isSame: true }])
})

test('a parked stream of a projection that stands still is taken in as soon as somebody asks for it', async () => {
  const it = await world()
  const bug = { isThere: true }
  const broken: Projection = {
    ...tally,
    on: {
      ConsentChosen(event) {
        if (bug.isThere) throw new Error('broken')
        return tally.on.ConsentChosen?.(event) ?? []
      },
    },
  }
  const projector = await it.start({ projections: [broken] })
  await projector.ready
  await it.append(poisoned, chosen)
  await caughtUp(projector)
  const metadata = { actor: 'test', correlationId: 'c', causationId: 'c', schemaVersion: 99 }
  const newer = { id: randomUUID(), ...chosen, metadata }
  await it.store.append(streams.visit('newer'), [newer], 'any')
  await eventually(() => expect(it.errors.at(-1)).toMatchObject({ err: { name: 'CannotGoOn' } }))
  bug.isThere = false
  await ask(it.pool, 'retry', {})
  await eventually(async () => expect(await readParked(it.pool)).toEqual([]))
  expect(await count(it)).toBe(1)
})

test('an instance in which a projection stopped is well again where another one leads it', async () => {
  const it = await world()
  const broken: Projection = { ...tally, version: 2, on: { ConsentChosen: () => fail() } }
  await it.append(streams.visit('v'), chosen)
  // A build beside a live version is strict.
  const live = await it.start({ projections: [tally] })
  await live.ready
  await live.stop()
  const stopped = await it.start({ projections: [broken], haltMs: 1_000 })
  await eventually(() => expect(stopped.health().healthy).toBe(false))
  const other = await it.start({ projections: [{ ...tally, version: 2 }] })
  await other.ready
  await eventually(() => expect(stopped.health()).toMatchObject({ healthy: true, leading: false }))
})

function fail(): never {
  throw new Error('broken')
}
