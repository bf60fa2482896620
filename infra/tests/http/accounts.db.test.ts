import { streams } from '@tba/events/streams.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { password } from '../support/product.ts'
import { storedEvent } from '../support/recorded-events.ts'
import { sharedProduct } from '../support/shared.ts'

const { product } = await sharedProduct()

const anna = { email: 'Anna.Conti@Example.com', password, firstName: 'Anna', lastName: 'Bianchi' }

describe('registering', () => {
  test('answers with the same user as later reads', async () => {
    const visitor = product.visitor()
    const { status, body } = await visitor.post('/api/register', anna)
    const email = 'anna.conti@example.com'
    expect(status).toBe(201)
    expect(body).toMatchObject({ username: email, email, firstName: 'Anna', phone: null, timezone: null })
    expect(body).toMatchObject({ id: expect.any(Number) })
    expect((await visitor.get('/api/auth/user')).body).toEqual(body)
  })

  test('an address is accepted in any letter case', async () => {
    const taken = { ...anna, email: 'ANNA.CONTI@example.COM' }
    expect(await product.visitor().post('/api/register', taken)).toMatchObject({
      status: 409,
      body: { message: 'Email già registrata' },
    })
  })

  test('one of eight simultaneous registrations of an address wins and can sign in', async () => {
    const body = { ...anna, email: 'otto@example.com' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => product.visitor().post('/api/register', body)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    const signedIn = await product.visitor().post('/api/login', { email: body.email, password })
    expect(signedIn).toMatchObject({ status: 200, body: answers.find(({ status }) => status === 201)?.body })
  })

  test('a registration that died between claim and account does not block the address', async () => {
    const email = 'interrotta@example.com'
    // The state after a process was killed before its second append.
    const accountId = crypto.randomUUID()
    const address = streams.email(emailHash(product.secrets.emailHash, email))
    await product.store.append(address, [storedEvent('EmailClaimed', { accountId })], 'no_stream')
    expect(await product.visitor().post('/api/register', { ...anna, email })).toMatchObject({ status: 201 })
    const abandoned = await product.recorded({ stream: streams.account(accountId) })
    expect(abandoned).toMatchObject([{ type: 'RegistrationAbandoned' }])
  })
})

test('signing in again ends the browser’s earlier session, and no session of another device', async () => {
  const email = 'di-nuovo@example.com'
  const browser = await product.customer(email)
  const elsewhere = product.visitor()
  await elsewhere.post('/api/login', { email, password })
  const before = product.visitor()
  for (const [name, value] of browser.cookies) before.cookies.set(name, value)
  expect((await browser.post('/api/login', { email, password })).status).toBe(200)
  expect((await before.put('/api/user/profile', { bio: 'Ancora qui' })).status).toBe(401)
  expect((await browser.get('/api/user/sessions')).body).toHaveLength(2)
  // A registration in the same browser ends it too.
  const body = { email: 'al-suo-posto@example.com', password, firstName: 'Ada', lastName: 'Neri' }
  expect((await browser.post('/api/register', body)).status).toBe(201)
  const after = { headers: { 'x-after': browser.cookies.get('position') ?? '' } }
  expect((await elsewhere.get('/api/user/sessions', after)).body).toHaveLength(1)
})

describe('signing out', () => {
  test('a tab that shows another customer can only sign out', async () => {
    const customer = await product.customer()
    const stolen = product.visitor()
    for (const [name, value] of customer.cookies) stolen.cookies.set(name, value)
    const headers = { 'x-customer': '1' }
    const plan = { plan: 'starter', deposit: 500 }
    expect((await customer.post('/api/user/progress', plan, { headers })).status).toBe(401)
    expect((await customer.get('/api/user/progress')).body).toBeNull()
    expect((await customer.post('/api/logout', undefined, { headers })).status).toBe(200)
    expect((await stolen.post('/api/user/progress', plan)).status).toBe(401)
  })

  test('the link leads to the home page, also the second time', async () => {
    const customer = await product.customer()
    for (const _ of ['first', 'second']) {
      const { status, headers } = await customer.get('/api/logout')
      expect([status, headers.location]).toEqual([303, '/'])
    }
  })

  test.each(['cross-site', 'same-site'])(
    'a %s sign-out link leads to the home page and ends no session',
    async site => {
      const customer = await product.customer()
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' }
      expect((await customer.get('/api/logout', { headers })).status).toBe(303)
      expect((await customer.get('/api/auth/user')).status).toBe(200)
    },
  )
})
