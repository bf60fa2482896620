import { hasRedis, redisServer } from '@tba/testing/redis-server.ts'
import { submitLead, testJobs } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'

const completed = async ({ rows }: World) =>
  (await rows('select event_id as id from jobs.completions order by 1')).map(({ id }) => id)

describe.runIf(hasRedis)('with the queue on Redis', () => {
  test('jobs run as before, and PostgreSQL has no queue', async () => {
    const it = await world()
    const redis = await redisServer()
    const { open, letters } = await testJobs(it)
    await open({ redisUrl: redis.url, lockMs: 1_000 })
    const { id } = await submitLead(it)
    await expect.poll(() => completed(it)).toEqual([id])
    expect(await letters()).toEqual([id])
    expect(await redis.client.keys('bull:jobs:*')).not.toEqual([])
    expect(await it.rows(`select to_regnamespace('bullmq')::text as schema`)).toEqual([{ schema: null }])
    expect(it.errors).toEqual([])
  })

  test('a killed Redis that returns empty loses nothing', async () => {
    const it = await world()
    const redis = await redisServer()
    const { open } = await testJobs(it)
    await open({ redisUrl: redis.url, lockMs: 1_000 })
    const before = await submitLead(it)
    await expect.poll(() => completed(it)).toEqual([before.id])
    await redis.stop()
    const meanwhile = await submitLead(it)
    await redis.start()
    const after = await submitLead(it)
    await expect.poll(() => completed(it)).toEqual([before.id, meanwhile.id, after.id].toSorted())
  })

  test('without Redis jobs wait, and can be stopped', async () => {
    const it = await world()
    const redis = await redisServer()
    const { open, letters } = await testJobs(it)
    await redis.stop()
    const opening = open({ redisUrl: redis.url, lockMs: 1_000 })
    const { id } = await submitLead(it)
    await redis.start()
    const jobs = await opening
    await expect.poll(letters).toEqual([id])
    await redis.stop()
    await submitLead(it)
    await jobs.stop()
  })
})
