import { streams } from '@tba/events/streams.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { readParked, request, requestSkip } from './engine/parked.ts'
import { failing } from './testing/failing.ts'
import { jobsOver } from './testing/jobs.ts'
import { tally } from './testing/tally.projection.ts'
import { caughtUp, eventually, running, type World, world } from './testing/world.ts'
import { verify } from './verify.ts'

const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const
const poisoned = streams.visit('poisoned')

/** Fails at the first event of one visit. */
const fragile = failing(
  tally,
  'ConsentChosen',
  ({ stream, revision }) => stream === poisoned && revision === 0,
)

async function withParked(events: number) {
  const { projector, ...it } = await running({ projections: [fragile] })
  await it.append(poisoned, chosen)
  for (let left = events; left > 0; left -= 500)
    await it.append(poisoned, ...Array(Math.min(left, 500)).fill(chosen))
  await caughtUp(projector)
  return { ...it, projector }
}

const count = async ({ rows }: World) => (await rows('select count from read.tallies'))[0]?.count

test('an event that blocks a new version can be skipped, although nobody leads the old one', async () => {
  const it = await withParked(2)
  await it.projector.stop()
  const projector = await it.start({ projections: [{ ...fragile, version: 2 }] })
  await eventually(() => expect(it.errors.at(-1)).toMatchObject({ err: { name: 'ProjectionHalted' } }))
  await request(it.pool, 'skip', { stream: poisoned })
  await projector.ready
  expect(await count(it)).toBe(2)
  expect(await readParked(it.pool)).toEqual([])
})

test('a long query on the replaced tables does not delay new ones for readers', async () => {
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

/** Runs during the next retry. */
type Meanwhile = { run: () => Promise<void> }

/** A stream parked at its first event. The projection fails at these revisions. */
async function parkedOver(broken: Set<number>) {
  const it = await world()
  const fragile = failing(tally, 'ConsentChosen', ({ revision }) => broken.has(revision))
  const meanwhile: Meanwhile = { run: async () => {} }
  const log: EventLog = {
    ...it.log,
    async *readTolerantly(stream, options) {
      const { run } = meanwhile
      meanwhile.run = async () => {}
      await run()
      yield* it.log.readTolerantly(stream, options)
    },
  }
  const projector = await it.start({ projections: [fragile], log })
  await projector.ready
  await it.append(poisoned, chosen, chosen, chosen)
  await caughtUp(projector)
  const [row] = await readParked(it.pool)
  if (!row) throw new Error('nothing is parked')
  const waiting = { projection: row.projection, stream: poisoned, eventId: row.eventId }
  return { ...it, meanwhile, waiting, fragile, projector }
}

test('skips no later event if the chosen one was folded meanwhile', async () => {
  const broken = new Set([0, 2])
  const it = await parkedOver(broken)
  broken.delete(0)
  it.meanwhile.run = () => requestSkip(it.pool, it.waiting)
  await request(it.pool, 'retry', { stream: poisoned })
  await eventually(async () =>
    expect(await readParked(it.pool)).toMatchObject([{ revision: 2, asked: null }]),
  )
  expect(await count(it)).toBe(2)
  const skipped = (await it.rows('select event_id as id from projector.skipped')).map(({ id }) => id)
  const [last] = await readParked(it.pool)
  expect(skipped).not.toContain(last?.eventId)
})

test('a requested skip survives a rebuild that starts before it', async () => {
  const it = await parkedOver(new Set([0]))
  await it.projector.stop()
  // As after a restore, which has the log but no requests.
  await it.rows('delete from projector.parked returning 1')
  const { eventId } = it.waiting
  await it.append(streams.projection('tally'), {
    type: 'ParkedStreamSkipped',
    data: { parked: poisoned, eventId },
  })
  const { open } = await jobsOver(it)
  await open()
  await eventually(async () => expect(await it.rows('select 1 from jobs.completions')).toHaveLength(1))
  const anew = await it.start({ projections: [{ ...it.fragile, version: 2 }] })
  await anew.ready
  expect(await count(it)).toBe(2)
})
