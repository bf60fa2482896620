import { password } from '../support/product.ts'
import { sharedProduct } from '../support/shared.ts'
import type { Visitor } from '../support/visitor.ts'

const { product } = await sharedProduct()

const filled = {
  phone: '+39 (06) 123-456',
  bio: 'Trader per passione.',
  website: 'https://example.com/anna',
  linkedinUrl: 'https://linkedin.example.com/anna',
  twitterUrl: 'https://x.example.com/anna',
  facebookUrl: 'https://facebook.example.com/anna',
  instagramUrl: 'https://instagram.example.com/anna',
  telegramUrl: 'http://telegram.example.com/anna',
  whatsappNumber: '+39 333 1234567',
  country: 'Italia',
  timezone: 'Europe/Rome',
}

describe('a profile', () => {
  test('shows the saved values in the very next call', async () => {
    const customer = await product.customer()
    const empty = { firstName: 'Anna', lastName: 'Bianchi', phone: null, bio: null }
    expect(await customer.get('/api/user/profile')).toMatchObject({ status: 200, body: empty })
    const saved = await customer.put('/api/user/profile', { ...filled, firstName: 'Annamaria' })
    expect(saved).toMatchObject({ status: 200, body: { ...filled, firstName: 'Annamaria' } })
    expect((await customer.get('/api/user/profile')).body).toEqual(saved.body)
    expect((await customer.get('/api/auth/user')).body).toEqual(saved.body)
  })

  test('keeps absent fields, and clears empty ones and null', async () => {
    const customer = await product.customer()
    await customer.put('/api/user/profile', filled)
    await customer.put('/api/user/profile', { phone: '', bio: null, website: '  ' })
    expect((await customer.get('/api/user/profile')).body).toMatchObject({
      ...filled,
      phone: null,
      bio: null,
      website: null,
    })
  })
})

describe('the activity', () => {
  type Activity = { type: string; at: string }[]

  test('is the caller’s own activity, newest first', async () => {
    const [anna, bruno] = [await product.customer(), await product.customer()]
    await anna.put('/api/user/profile', { bio: 'Ciao' })
    await bruno.post('/api/user/progress', { plan: 'elite', deposit: 3000 })
    await anna.post('/api/user/progress', { plan: 'starter', deposit: 500 })
    const { status, body } = await anna.get('/api/user/activity')
    expect(status).toBe(200)
    expect((body as Activity).map(({ type }) => type)).toEqual([
      'PlanActivated',
      'ProfileUpdated',
      'SessionOpened',
      'AccountRegistered',
    ])
    expect((body as Activity)[0]).toEqual({ type: 'PlanActivated', at: expect.stringMatching(/^\d{4}-.*Z$/) })
  })

  test('shows at most fifty entries', async () => {
    const customer = await product.customer()
    for (let count = 0; count < 55; count++) await customer.put('/api/user/profile', { bio: String(count) })
    const { body } = await customer.get('/api/user/activity')
    expect((body as Activity).map(({ type }) => type)).toEqual(Array(50).fill('ProfileUpdated'))
  })
})

describe('the sessions', () => {
  type Sessions = { id: string; device: string; address: string; current: boolean }[]
  const signIn = async (email: string, device: string) => {
    const visitor = product.visitor()
    await visitor.post('/api/login', { email, password }, { headers: { 'user-agent': device } })
    return visitor
  }
  const sessions = async (of: Visitor) => (await of.get('/api/user/sessions')).body as Sessions

  test('are the caller’s sessions, newest first, with the current one marked', async () => {
    const email = 'sessioni@example.com'
    await product.customer(email)
    await product.customer()
    const [laptop, phone] = [await signIn(email, 'Firefox'), await signIn(email, 'Safari')]
    expect(await sessions(phone)).toMatchObject([
      { device: 'Safari', current: true, address: '127.0.0.0' },
      { device: 'Firefox', current: false },
      { current: false },
    ])
    expect((await sessions(laptop)).map(({ current }) => current)).toEqual([false, true, false])
  })
})
