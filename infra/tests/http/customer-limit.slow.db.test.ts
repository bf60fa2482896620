import { beforeAll, expect, test } from 'vitest'
import { openProduct, type TestedProduct } from '../support/product.ts'

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
