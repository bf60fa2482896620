import { streams } from '@tba/events/streams.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { tally } from '../../testing/tally/tally.projection.ts'
import { caughtUp, type World, world } from '../../testing/world.ts'

const chosen = { type: 'ConsentChosen', data: { choice: 'all' } } as const
const stream = streams.visit('v')

async function administrator({ connectionString }: World) {
  const server = new URL(connectionString)
  const database = server.pathname.slice(1)
  server.pathname = '/postgres'
  const client = new Client({ connectionString: server.href })
  await client.connect()
  onTestFinished(() => client.end())
  return {
    takeAway: async () => {
      await client.query(`alter database ${database} allow_connections false`)
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
      )
    },
    giveBack: () => client.query(`alter database ${database} allow_connections true`),
  }
}

test('after a database outage projecting continues exactly where it was', async () => {
  const it = await world()
  const { takeAway, giveBack } = await administrator(it)
  const projector = await it.start({ projections: [tally] })
  await it.append(stream, chosen)
  await caughtUp(projector)

  await takeAway()
  await waitFor(() => expect(projector.health()).toMatchObject({ leading: false, healthy: false }))
  await giveBack()

  await waitFor(() => expect(projector.health()).toMatchObject({ leading: true, healthy: true }))
  await waitFor(() => it.append(stream, chosen).then(() => {}))
  await caughtUp(projector)
  expect(await it.rows('select count from read.tallies')).toEqual([{ count: 2 }])
})

test('a locked table does not hold back readers for long, and projecting continues soon', async () => {
  const it = await world()
  const projector = await it.start({ projections: [tally] })
  await it.append(stream, chosen)
  await caughtUp(projector)
  const [live] = await it.rows(`select schema from projector.checkpoints where projection = 'tally'`)
  const locking = new Client({ connectionString: it.connectionString })
  await locking.connect()
  onTestFinished(() => locking.end())
  await locking.query(`begin; lock table "${live?.schema}".tallies in share mode`)

  await it.append(stream, chosen)
  const pauses = () =>
    it.errors.map(error => [
      (error as { err: { code: string } }).err.code,
      Reflect.get(error as object, 'retryInMs'),
    ])
  await waitFor(() => expect(pauses()).toHaveLength(3))
  // Lock timeouts with constant pauses.
  expect(pauses()).toEqual(Array(3).fill(['55P03', 500]))
  expect(await it.store.settled(5_000)).toBe(true)
  await locking.query('rollback')
  await waitFor(async () => expect(await it.rows('select count from read.tallies')).toEqual([{ count: 2 }]))
})
