import { randomUUID } from 'node:crypto'
import { openEventStore } from '@tba/event-store/open.ts'
import { streams } from '@tba/events/streams.ts'
import { migrate } from '@tba/runtime/postgres/migrate.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import { freshDatabase } from '@tba/testing/database.ts'
import { expect, onTestFinished, test } from 'vitest'
import { drawUserId, raiseUserIds } from './user-ids.ts'

async function registeredUpTo(userId: number) {
  const database = await freshDatabase()
  onTestFinished(database.drop)
  const pool = await createPool(database.connectionString)
  onTestFinished(() => pool.end())
  const store = await openEventStore({ url: database.connectionString })
  onTestFinished(() => store.close())
  await migrate(pool, 'command', new URL('../command.sql', import.meta.url))
  const registered = { id: randomUUID(), type: 'AccountRegistered', data: { userId }, metadata: {} }
  await store.append(streams.account(randomUUID()), [registered], 'no_stream')
  return { pool, raise: () => raiseUserIds(pool, store) }
}

test('a number is given to one account only, whoever starts while customers register', async () => {
  const { pool, raise } = await registeredUpTo(1)
  await raise()
  const drawn: number[] = []
  const registering = Array.from({ length: 5 }, async () => {
    for (let customer = 0; customer < 200; customer++) drawn.push(await drawUserId(pool))
  })
  const starting = Array.from({ length: 4 }, async () => {
    for (let start = 0; start < 40; start++) await raise()
  })
  await Promise.all([...registering, ...starting])
  const registered = [1, ...drawn]
  expect(registered.length - new Set(registered).size).toBe(0)
})

test('numbers go on above those of the log, behind which a restore left them', async () => {
  const { pool, raise } = await registeredUpTo(41)
  await raise()
  expect(await drawUserId(pool)).toBe(42)
})
