import { openEventStore } from '@tba/event-store/open.ts'
import { delayedCommit, restored } from '@tba/event-store/postgres/testing/harness.ts'
import { streams } from '@tba/events/streams.ts'
import { migrate } from '@tba/runtime/postgres/migrate.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { databaseInTest } from '@tba/testing/database.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { nextUserId, raiseUserIdsAboveLog } from './user-ids.ts'

async function registeredUpTo(userId: number) {
  const connectionString = await databaseInTest()
  const pool = await createPool(connectionString)
  onTestFinished(() => pool.end())
  const open = async () => {
    const store = await openEventStore({ url: connectionString })
    onTestFinished(() => store.close())
    return store
  }
  const store = await open()
  await migrate(pool, 'command', new URL('../schema/', import.meta.url))
  const register = (userId: number) => {
    const registered = { id: crypto.randomUUID(), type: 'AccountRegistered', data: { userId }, metadata: {} }
    return store.append(streams.account(crypto.randomUUID()), [registered], 'no_stream')
  }
  await register(userId)
  const readAll = vi.fn(store.readAll)
  const raise = () => raiseUserIdsAboveLog(pool, { ...store, readAll })
  const query = (text: string) =>
    pool.any({ ...sql.type(z.record(z.string(), z.unknown()))`select`, sql: text })
  return { connectionString, pool, store, open, register, raise, readAll, query }
}

test('a number belongs to one account only, even if services start during registrations', async () => {
  const { pool, raise } = await registeredUpTo(1)
  await raise()
  const drawn: number[] = []
  const registering = Array.from({ length: 5 }, async () => {
    for (let customer = 0; customer < 200; customer++) drawn.push(await nextUserId(pool))
  })
  const starting = Array.from({ length: 4 }, async () => {
    for (let start = 0; start < 40; start++) await raise()
  })
  await Promise.all([...registering, ...starting])
  const registered = [1, ...drawn]
  expect(registered.length - new Set(registered).size).toBe(0)
})

test('a database restored to yesterday, with a log of today, issues no number again', async () => {
  const it = await registeredUpTo(41)
  await it.raise()
  const yesterday = await it.query('select position from command.user_ids_checkpoint')
  await it.register(await nextUserId(it.pool))
  await it.raise()
  await it.query(`select setval('command.user_ids', 41)`)
  await it.query(`update command.user_ids_checkpoint set position = '${yesterday[0]?.position}' returning 1`)
  await it.raise()
  expect(await nextUserId(it.pool)).toBe(43)
})

test('numbers continue above those of a restored log, even if the checkpoint is of another log', async () => {
  const it = await registeredUpTo(41)
  await it.raise()
  await it.query(`select setval('command.user_ids', 1)`)
  await restored(it.connectionString)
  const store = await it.open()
  await raiseUserIdsAboveLog(it.pool, store)
  expect(await nextUserId(it.pool)).toBe(42)
  const checkpoint = await it.query('select position from command.user_ids_checkpoint')
  expect(checkpoint).toEqual([{ position: await store.head() }])
})

test('the next number waits for a registration that is being written', async () => {
  const it = await registeredUpTo(41)
  await it.raise()
  const written = { id: crypto.randomUUID(), type: 'AccountRegistered', data: { userId: 77 }, metadata: {} }
  const underWay = await delayedCommit(it.connectionString, streams.account(crypto.randomUUID()), written)
  await it.register(42)
  const raised = it.raise()
  await underWay.commit()
  await raised
  expect(await nextUserId(it.pool)).toBe(78)
})
