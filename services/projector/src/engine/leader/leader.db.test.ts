import { streams } from '@tba/events/streams.ts'
import { tally } from '../../testing/tally/tally.projection.ts'
import { caughtUp, runningProjector, type World, world } from '../../testing/world.ts'
import { inTransaction } from '../database/transaction.ts'
import { acquireLeadership } from './leader.ts'

const stream = streams.visit('v')

async function choose({ append }: World, times: number) {
  for (let time = 0; time < times; time += 1)
    await append(stream, { type: 'ConsentChosen', data: { choice: 'all' } })
}

const counted = ({ rows }: World) => rows('select visit, count from read.tallies')

const killLeader = ({ rows }: World) =>
  rows(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'
        and pid in (select pid from pg_stat_activity
          where application_name like 'projector leader%' and datname = current_database())`)

test('leaders killed while events arrive lose none and double none', async () => {
  const it = await world()
  const options = { projections: [tally], batchSize: { start: 3, min: 1, max: 3, targetMs: 40 } }
  const instances = await Promise.all([it.start(options), it.start(options)])
  await Promise.all(instances.map(({ ready }) => ready))
  for (let kill = 1; kill <= 3; kill += 1) {
    const appending = choose(it, 60)
    await expect.poll(() => killLeader(it)).toHaveLength(1)
    await appending
  }
  await Promise.all(instances.map(caughtUp))
  expect(await counted(it)).toEqual([{ visit: 'v', count: 180 }])
  expect(await it.rows('select epoch > 3 as "leadersChanged" from projector.checkpoints')).toEqual([
    { leadersChanged: true },
  ])
})

test('a leader that was replaced without noticing writes nothing more, and starts again', async () => {
  const { projector, ...it } = await runningProjector({ projections: [tally] })
  await choose(it, 5)
  await caughtUp(projector)
  await it.rows('update projector.checkpoints set epoch = epoch + 1')
  await choose(it, 5)
  await caughtUp(projector)
  expect(it.errors).toMatchObject([{ err: { name: 'Fenced' } }])
  expect(await counted(it)).toEqual([{ visit: 'v', count: 10 }])
})

test('a leader whose swap waits and times out keeps its lead, and completes other swaps', async () => {
  const { connectionString } = await world()
  const leader = await acquireLeadership({ connectionString, applicationName: 'swapping', heartbeatMs: 10 })
  onTestFinished(() => leader.close())
  await leader.claim(['tally@1'])
  const waiting = `do $$ begin perform pg_sleep(0.2); raise lock_not_available; end $$`
  const swap = inTransaction(leader.client, () => leader.client.query(waiting))
  const others = leader.claim(['sessions@1'])
  await expect(swap).rejects.toMatchObject({ code: '55P03' })
  expect(await others).toEqual(['sessions@1'])
  expect(leader.lost.aborted).toBe(false)
})
