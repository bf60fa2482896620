import { streams } from '@tba/events/streams.ts'
import { expect, test } from 'vitest'
import { ask, readParked } from './engine/parked.ts'
import type { Projection } from './engine/projection.ts'
import { tally } from './testing/tally.projection.ts'
import { caughtUp, eventually, world } from './testing/world.ts'
import { verify } from './verify.ts'

const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const
const stream = streams.visit('v')

test('of a stream that is retried, all before the next event that the database refuses is taken in, and after a skip the rest', async () => {
  const it = await world()
  const bug = { isThere: true }
  const projection: Projection = {
    ...tally,
    on: {
      ConsentChosen(event) {
        if (bug.isThere && event.revision === 0) throw new Error('broken')
        const changes = [tally.on.ConsentChosen?.(event) ?? []].flat()
        // No text of the database's may hold this character.
        const refused = { visit: 'w', count: 1, lastChoice: 'a\0b' }
        return event.revision === 170
          ? [...changes, { kind: 'put', table: 'tallies', key: ['w'], row: refused }]
          : changes
      },
    },
  }
  const projector = await it.start({ projections: [projection] })
  await projector.ready
  await it.append(stream, ...Array(200).fill(chosen))
  await caughtUp(projector)
  bug.isThere = false
  await ask(it.pool, 'retry', { stream })
  await eventually(async () =>
    expect(await readParked(it.pool)).toMatchObject([{ revision: 170, asked: null }]),
  )
  expect(await it.rows('select count from read.tallies')).toEqual([{ count: 170 }])
  await ask(it.pool, 'skip', { stream })
  await eventually(async () => expect(await readParked(it.pool)).toEqual([]))
  expect(await it.rows('select count from read.tallies')).toEqual([{ count: 199 }])
  expect(await verify({ ...it, projections: [projection] })).toMatchObject([{ isSame: true }])
})
