import { randomUUID } from 'node:crypto'
import { streams } from '@tba/events/streams.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { expect, test } from 'vitest'
import { ask, readParked, skipBehind } from './engine/parked.ts'
import type { Projection } from './engine/projection.ts'
import { jobsOver } from './testing/jobs.ts'
import { tally } from './testing/tally.projection.ts'
import { caughtUp, eventually, type World, world } from './testing/world.ts'

const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const
const poisoned = streams.visit('poisoned')
const count = async ({ rows }: World) => (await rows('select count from read.tallies'))[0]?.count

/** What is done at the next retry, once it has begun. */
type Meanwhile = { run: () => Promise<void> }

/** A stream that is parked behind its first event, in a projection that cannot fold these revisions. */
async function parkedOver(broken: Set<number>) {
  const it = await world()
  const fragile: Projection = {
    ...tally,
    on: {
      ConsentChosen(event) {
        if (broken.has(event.revision)) throw new Error('broken')
        return tally.on.ConsentChosen?.(event) ?? []
      },
    },
  }
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

test('no later event is skipped where the one that was to be is taken in meanwhile', async () => {
  const broken = new Set([0, 2])
  const it = await parkedOver(broken)
  broken.delete(0)
  it.meanwhile.run = () => skipBehind(it.pool, it.waiting)
  await ask(it.pool, 'retry', { stream: poisoned })
  await eventually(async () =>
    expect(await readParked(it.pool)).toMatchObject([{ revision: 2, asked: null }]),
  )
  expect(await count(it)).toBe(2)
  const skipped = (await it.rows('select event_id as id from projector.skipped')).map(({ id }) => id)
  const [last] = await readParked(it.pool)
  expect(skipped).not.toContain(last?.eventId)
})

test('what an administrator had skipped stays skipped where the tables are folded anew before that was done', async () => {
  const it = await parkedOver(new Set([0]))
  await it.projector.stop()
  // As after a restore, which has the log and not what waits.
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

test('an event that was skipped before its projection came to it holds its stream up no longer than it is tried', async () => {
  const it = await parkedOver(new Set([0]))
  const stream = streams.visit('later')
  const [skipped, next] = [randomUUID(), randomUUID()]
  await skipBehind(it.pool, { projection: 'tally', stream, eventId: skipped })
  const metadata = { actor: 'test', correlationId: 'c', causationId: 'c', schemaVersion: 1 }
  await it.store.append(
    stream,
    [skipped, next].map(id => ({ id, ...chosen, metadata })),
    'no_stream',
  )
  await eventually(async () =>
    expect(await it.rows(`select count from read.tallies where visit = 'later'`)).toEqual([{ count: 1 }]),
  )
  await eventually(async () => expect(await readParked(it.pool)).toMatchObject([{ stream: poisoned }]))
})
