import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { recordCustomerHistory } from './testing/customer-history.ts'
import { world } from './testing/world.ts'

/** A customer with all events, projected at the end. */
async function projectedLife({ isErased = false } = {}) {
  const it = await world()
  const accountId = randomUUID()
  await recordCustomerHistory(it, { accountId, userId: 7 })
  if (isErased) await it.keyring.destroy(accountId)
  const projector = await it.start()
  await projector.ready
  return it
}

test('the views have the specified password columns, and nothing in them', async () => {
  const it = await projectedLife()
  expect(await it.rows('select id, password from read.users')).toEqual([{ id: 7, password: null }])
  expect(await it.rows('select "userId", password from read.mt4_credentials')).toEqual([
    { userId: 7, password: null },
  ])
})

test('a log with destroyed keys can still be projected from its start', async () => {
  const it = await projectedLife({ isErased: true })
  expect(await it.rows('select username, email, "firstName" from read.users')).toEqual([
    { username: null, email: null, firstName: null },
  ])
  expect(await it.rows('select "loginNumber" from read.mt4_credentials')).toEqual([{ loginNumber: null }])
})
