import { streams } from '@tba/events/streams.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { expect, test } from 'vitest'
import { ask, askBehind, readParked } from './engine/parked.ts'
import type { Projection } from './engine/projection.ts'
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
  return { ...it, meanwhile, waiting }
}

test('an event that is to be skipped while it is retried is skipped when that fails', async () => {
  const it = await parkedOver(new Set([0]))
  it.meanwhile.run = () => askBehind(it.pool, 'skip', it.waiting)
  await ask(it.pool, 'retry', { stream: poisoned })
  await eventually(async () => expect(await readParked(it.pool)).toEqual([]))
  expect(await count(it)).toBe(2)
})

test('no later event is skipped where the one that was to be is taken in meanwhile', async () => {
  const broken = new Set([0, 2])
  const it = await parkedOver(broken)
  broken.delete(0)
  it.meanwhile.run = () => askBehind(it.pool, 'skip', it.waiting)
  await ask(it.pool, 'retry', { stream: poisoned })
  await eventually(async () =>
    expect(await readParked(it.pool)).toMatchObject([{ revision: 2, asked: null }]),
  )
  expect(await count(it)).toBe(2)
  const skipped = (await it.rows('select event_id as id from projector.skipped')).map(({ id }) => id)
  const [last] = await readParked(it.pool)
  expect(skipped).not.toContain(last?.eventId)
})
