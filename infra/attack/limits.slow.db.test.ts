import { perFile } from '@tba/testing/per-file.ts'
import { expect, test } from 'vitest'
import { newcomer, openProduct } from '../tests/support/product.ts'
import { lead } from '../tests/support/sample-forms.ts'
import type { Answer } from '../tests/support/visitor.ts'

/** A quarter of each limit, so that few requests are enough: 50 leads at once, one wrong password. */
const limitScale = 0.25

const product = await perFile(openProduct({ limitScale }))

/** Some were refused, at most as many as exceeded the limit, and each with Retry-After. */
function expectSomePutOff(answers: readonly Answer[], tooMany: number) {
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThanOrEqual(tooMany)
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
}

test('an address may send some leads at once and then waits; others do not wait', async () => {
  const submit = (address: string) => product.visitor().post('/api/leads', lead, { address })
  expectSomePutOff(await Promise.all(Array.from({ length: 55 }, () => submit('198.51.100.20'))), 5)
  expect((await submit('198.51.100.21')).status).toBe(201)
})

test('permanent writes of visitors are limited over all addresses and kinds', async () => {
  await using small = await openProduct({ limitScale: 0.005 })
  const sent = async (at: number, path: string, body: object) =>
    (await small.visitor().post(path, body, { address: `203.0.113.${at}` })).status
  const register = (at: number) => sent(at, '/api/register', newcomer(`nuova-${at}@example.com`))
  // Each address sends one. All together may send 25.
  const left = []
  for (let at = 0; at < 30; at++)
    left.push(await (at % 2 ? sent(at, '/api/leads', lead) : sent(at, '/api/password/forgot', lead)))
  expect(left).toContain(429)
  expect(left.filter(status => status !== 429).length).toBeGreaterThanOrEqual(25)
  expect(await register(1)).toBe(201)
})

test('guesses of the password for an erasure are limited', async () => {
  const customer = await product.customer()
  const guesses = await Promise.all(
    Array.from({ length: 5 }, () => customer.post('/api/user/erasure', { password: 'sbagliata' })),
  )
  expect(guesses.map(({ status }) => status)).toContain(429)
})

test('a customer’s writes are limited over all sessions, and other customers are not affected', async () => {
  const [busy, other] = [await product.customer('tanto@example.com'), await product.customer()]
  const phone = product.visitor()
  for (const [name, value] of busy.cookies) phone.cookies.set(name, value)
  let [count, last] = [0, await busy.put('/api/user/profile', { bio: 'prima' })]
  for (; count < 200 && last.status === 200; count++)
    last = await (count % 2 ? busy : phone).put('/api/user/profile', { bio: `${count}` })
  expect(count).toBeGreaterThanOrEqual(300 * limitScale)
  expect(last).toMatchObject({
    status: 429,
    body: { message: expect.stringMatching(/^Troppe richieste. Riprova tra/) },
  })
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  expect((await phone.delete('/api/user/sessions')).status).toBe(429)
  expect((await busy.get('/api/user/profile')).status).toBe(200)
  expect((await busy.post('/api/logout')).status).toBe(200)
  expect((await other.put('/api/user/profile', { bio: 'mia' })).status).toBe(200)
})
