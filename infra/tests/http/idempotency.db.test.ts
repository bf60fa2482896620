import { newcomer, password } from '../support/product.ts'
import { lead } from '../support/sample-forms.ts'
import { sharedProduct } from '../support/shared.ts'

const { product } = await sharedProduct()

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })
const bot = { botType: 'scalping', strategyName: 'Scalping Bot', allocatedAmount: 500 }

/** As if the process was killed after the append, a while ago. */
const dieHalfway = (lost = 'status = null, revision = null') =>
  product.query(`update command.idempotency set ${lost}, created_at = now() - interval '2 minutes'`)

const countOf = async (type: string) => (await product.recorded({ type })).length

describe('a request that is repeated with its key', () => {
  test('gets the same answer, and is done once', async () => {
    const visitor = product.visitor()
    const before = await countOf('LeadSubmitted')
    const first = await visitor.post('/api/leads', lead, withKey('lead-1'))
    const again = await visitor.post('/api/leads', lead, withKey('lead-1'))
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await countOf('LeadSubmitted')).toBe(before + 1)
  })

  test('with another body gets 422', async () => {
    const visitor = product.visitor()
    await visitor.post('/api/leads', lead, withKey('lead-2'))
    const other = { ...lead, plan: 'elite', deposit: '3000' }
    expect((await visitor.post('/api/leads', other, withKey('lead-2'))).status).toBe(422)
  })

  test('gets the first answer even after later changes', async () => {
    const customer = await product.customer()
    const plan = { plan: 'starter', deposit: 500 }
    const first = await customer.post('/api/user/progress', plan, withKey('plan'))
    await customer.post('/api/user/progress', { plan: 'elite', deposit: 3000 })
    const again = await customer.post('/api/user/progress', plan, withKey('plan'))
    expect([again.status, again.body]).toEqual([201, first.body])
    // Also for a client that never received the first answer.
    expect(first.headers['x-position']).toMatch(/./)
    expect(again.headers['x-position']).toBe(first.headers['x-position'])
    expect((await customer.get('/api/user/progress')).body).toMatchObject({ plan: 'elite' })
  })

  test('is a different request for another customer or another call', async () => {
    const [mine, theirs] = [await product.customer(), await product.customer()]
    for (const customer of [mine, theirs]) {
      await customer.post('/api/user/progress', { plan: 'starter', deposit: 500 }, withKey('same'))
      expect((await customer.post('/api/user/bots', bot, withKey('same'))).status).toBe(201)
      expect((await customer.get('/api/user/bots')).body).toHaveLength(1)
    }
  })

  test('creates one bot and one set of credentials, also with eight repeats at once', async () => {
    const customer = await product.customer()
    await customer.post('/api/user/progress', { plan: 'starter', deposit: 500 })
    const credentials = { platform: 'MT4', server: 'us05', loginNumber: '1', password: 'broker' }
    for (const [path, body] of [
      ['bots', bot],
      ['mt4-credentials', credentials],
    ] as const) {
      const send = () => customer.post(`/api/user/${path}`, body, withKey('once'))
      const answers = await Promise.all(Array.from({ length: 8 }, send))
      const made = answers.filter(({ status }) => status === 201)
      expect(made.length).toBeGreaterThan(0)
      expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
      expect((await send()).body).toEqual(made[0]?.body)
      expect((await customer.get(`/api/user/${path}`)).body).toEqual([made[0]?.body])
    }
  })

  test('registers once, and signs in with the password of the request', async () => {
    const body = newcomer('ripetuta@example.com')
    const first = await product.visitor().post('/api/register', body, withKey('register'))
    const repeated = product.visitor()
    const again = await repeated.post('/api/register', body, withKey('register'))
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await repeated.get('/api/auth/user')).body).toEqual(first.body)
    const guess = { ...body, password: 'altra1' }
    const guessed = await product.visitor().post('/api/register', guess, withKey('register'))
    expect(guessed.status).toBe(422)
  })

  test('a repeated registration does not sign in after the password has changed', async () => {
    const body = newcomer('cambiata@example.com')
    const customer = product.visitor()
    await customer.post('/api/register', body, withKey('old-register'))
    const change = { currentPassword: password, newPassword: 'nuova-di-prova' }
    expect((await customer.put('/api/user/password', change)).status).toBe(200)
    for (const isInterrupted of [false, true]) {
      if (isInterrupted) await dieHalfway('status = null')
      const repeated = product.visitor()
      expect((await repeated.post('/api/register', body, withKey('old-register'))).status).toBe(409)
      expect(repeated.cookies.has('session')).toBe(false)
    }
  })

  test('a refusal is not stored: the next attempt may succeed', async () => {
    const customer = await product.customer()
    expect((await customer.post('/api/user/bots', bot, withKey('early'))).status).toBe(409)
    await customer.post('/api/user/progress', { plan: 'starter', deposit: 500 })
    expect((await customer.post('/api/user/bots', bot, withKey('early'))).status).toBe(201)
  })

  test('a run that died halfway is completed with the same ids', async () => {
    const customer = await product.customer()
    await customer.post('/api/user/progress', { plan: 'starter', deposit: 500 })
    const first = await customer.post('/api/user/bots', bot, withKey('halfway'))
    await dieHalfway()
    const again = await customer.post('/api/user/bots', bot, withKey('halfway'))
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await customer.get('/api/user/bots')).body).toHaveLength(1)
  })

  test.each([
    ['post', 'progress', { plan: 'starter', deposit: 500 }, { plan: 'elite', deposit: 3000 }],
    ['put', 'progress', { step1_broker_account: true }, { step1_broker_account: false }],
    ['put', 'profile', { bio: 'prima' }, { bio: 'dopo' }],
  ] as const)(
    'changes nothing later, if recorded without an answer: %s %s',
    async (method, name, sent, later) => {
      const customer = await product.customer()
      await customer.post('/api/user/progress', { plan: 'professional', deposit: 1000 })
      const path = `/api/user/${name}`
      const send = () => customer[method](path, sent, withKey('unanswered'))
      const first = await send()
      await dieHalfway()
      await customer[method](path, later)
      const again = await send()
      expect(again.status).toBeLessThan(300)
      expect(again.body).toEqual(first.body)
      expect((await customer.get(path)).body).toMatchObject(later)
    },
  )

  test('counts as a new request after 24 hours', async () => {
    const visitor = product.visitor()
    const first = await visitor.post('/api/leads', lead, withKey('yesterday'))
    await product.query(`update command.idempotency set created_at = now() - interval '25 hours'`)
    const next = await visitor.post('/api/leads', lead, withKey('yesterday'))
    expect(next.body).not.toEqual(first.body)
  })

  test('stores nothing personal', async () => {
    const rows = JSON.stringify(await product.query('select * from command.idempotency'))
    for (const personal of ['anna@example.com', 'Bianchi', password]) expect(rows).not.toContain(personal)
  })
})
