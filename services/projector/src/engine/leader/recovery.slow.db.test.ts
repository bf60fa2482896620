import { streams } from '@tba/events/streams.ts'
import { clientInTest } from '@tba/testing/with-client.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { caughtUp, world } from '../../testing/world.ts'

const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const
const stream = streams.visit('v')

test('a locked table does not hold back readers for long, and projecting continues soon', async () => {
  const it = await world()
  const projector = await it.start({ projections: [tally] })
  await it.append(stream, chosen)
  await caughtUp(projector)
  const [live] = await it.rows(`select schema from projector.checkpoints where projection = 'tally'`)
  const locking = await clientInTest(it.connectionString)
  await locking.query(`begin; lock table "${live?.schema}".tallies in share mode`)

  await it.append(stream, chosen)
  const pauses = () =>
    it.errors.map(error => [
      (error as { err: { code: string } }).err.code,
      Reflect.get(error as object, 'retryInMs'),
    ])
  await expect.poll(pauses).toHaveLength(3)
  // Lock timeouts with constant pauses.
  expect(pauses()).toEqual(Array(3).fill(['55P03', 500]))
  expect(await it.store.settled(5_000)).toBe(true)
  await locking.query('rollback')
  await expect.poll(() => it.rows('select count from read.tallies')).toEqual([{ count: 2 }])
})
