import { beforeAll, expect, test, vi } from 'vitest'
import { openProduct, password, type TestedProduct } from '../support/product.ts'

let product: TestedProduct

beforeAll(async () => {
  // A tenth: thirty at once.
  product = await openProduct({ limitScale: 0.1 })
  return () => product[Symbol.asyncDispose]()
})

test('a customer writes so much and no more, in all sessions together, and holds nobody else up', async () => {
  const [busy, other] = [await product.customer('tanto@example.com'), await product.customer()]
  const phone = product.visitor()
  for (const [name, value] of busy.cookies) phone.cookies.set(name, value)
  const statuses = []
  let last = await busy.put('/api/user/profile', { bio: 'prima' })
  for (let n = 0; n < 50 && last.status === 200; n++) {
    statuses.push(last.status)
    last = await (n % 2 ? busy : phone).put('/api/user/profile', { bio: `${n}` })
  }
  expect(statuses.length).toBeGreaterThanOrEqual(30)
  expect(last.status).toBe(429)
  expect(last.body).toMatchObject({ message: expect.stringMatching(/^Troppe richieste. Riprova tra/) })
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  expect((await phone.delete('/api/user/sessions')).status).toBe(429)
  expect((await busy.get('/api/user/profile')).status).toBe(200)
  expect((await busy.post('/api/logout')).status).toBe(200)
  expect((await other.put('/api/user/profile', { bio: 'mia' })).status).toBe(200)
})

test('whoever holds a session that was ended is soon put off without a look at the log, at no cost to its customer', async () => {
  const email = 'rubata@example.com'
  const customer = await product.customer(email)
  const thief = product.visitor()
  for (const [name, value] of customer.cookies) thief.cookies.set(name, value)
  await customer.post('/api/logout')
  const write = async () => (await thief.put('/api/user/profile', { bio: 'mia' })).status
  const first = []
  for (let n = 0; n < 60; n++) first.push(await write())
  expect(new Set(first)).toEqual(new Set([401]))
  // Some come back while the machine works.
  await vi.waitFor(async () => expect(await write()).toBe(429), { timeout: 20_000, interval: 0 })
  const back = product.visitor()
  expect((await back.post('/api/login', { email, password })).status).toBe(200)
  expect((await back.put('/api/user/profile', { bio: 'mia' })).status).toBe(200)
})
