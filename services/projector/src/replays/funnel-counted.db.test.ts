import { randomUUID } from 'node:crypto'
import { migrate } from '@tba/runtime/postgres/migrate.ts'
import { expect, test } from 'vitest'
import { world } from '../testing/world.ts'
import { funnelCounted, type Taken, takeReplay } from './stored-replay.ts'

const never = new AbortController().signal

/** A replay that a worker has taken, and a query-api that says what came of its counting. */
async function taken() {
  const it = await world()
  await migrate(it.pool, 'jobs', new URL('../jobs/jobs.sql', import.meta.url))
  const id = randomUUID()
  await it.rows(`insert into jobs.replays (id, asked_at) values ('${id}', 'p') returning 1`)
  const take = async () => (await takeReplay(it.pool, id)) as Taken
  const count = async () => funnelCounted(it.pool, await take(), never)
  const say = (counted: string) =>
    it.rows(`update jobs.replays set counted = '${counted}', done = 7 returning 1`)
  return { ...it, take, count, say }
}

test('a funnel that was counted when its replay died is not counted again', async () => {
  const { pool, take, count, say } = await taken()
  const dying = new AbortController()
  const first = funnelCounted(pool, await take(), dying.signal)
  dying.abort()
  await expect(first).rejects.toThrow()
  await say('counted')
  expect(await count()).toBe(7)
})

test('a funnel that takes too much fails its replay, and one that broke off is counted when it is asked for again', async () => {
  const { take, count, say, rows } = await taken()
  await take()
  await say('failed')
  expect(await rows(`select counted from jobs.replays`)).toEqual([{ counted: 'failed' }])
  const again = count()
  await expect.poll(() => rows(`select counted from jobs.replays`)).toEqual([{ counted: null }])
  await say('failed')
  await expect(again).rejects.toThrow('could not be counted')
  await say('tooLarge')
  await expect(count()).rejects.toMatchObject({ reason: 'tooLarge' })
})
