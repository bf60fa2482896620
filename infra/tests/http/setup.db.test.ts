import { sharedProduct } from '../support/shared.ts'

const { product } = await sharedProduct()

const starter = { plan: 'starter', deposit: 500 }
const professional = { plan: 'professional', deposit: '1000', status: 'active' }

test('a plan is activated with its deposit as a number or as text', async () => {
  const customer = await product.customer()
  const activated = await customer.post('/api/user/progress', professional)
  expect(activated).toMatchObject({ status: 201, body: { plan: 'professional', deposit: 1000 } })
  expect((await customer.get('/api/user/progress')).body).toEqual(activated.body)
})

test('the checklist reaches its end, and a step sent as false is open again', async () => {
  const customer = await product.customer()
  await customer.post('/api/user/progress', starter)
  const steps = [
    { step1_broker_account: true, step1_broker_link: 'https://broker.example.com/a' },
    { step2_mt4_authenticated: true, step2_axi_connected: true, step2_license_key: 'TBA-ABC' },
    { step3_security_verified: true, step3_screenshots: ['a.png', 'b.png'] },
  ]
  for (const step of steps) {
    const { status, body } = await customer.put('/api/user/progress', step)
    expect(status).toBe(200)
    expect(body).toMatchObject(step)
    expect((await customer.get('/api/user/progress')).body).toEqual(body)
  }
  expect((await customer.get('/api/user/progress')).body).toMatchObject({ completedAt: expect.any(String) })
  const reopened = await customer.put('/api/user/progress', { step2_mt4_authenticated: false })
  expect(reopened.body).toMatchObject({ step2_axi_connected: false, completedAt: null })
  expect(reopened.body).toMatchObject({ step2_license_key: 'TBA-ABC' })
  expect((await customer.get('/api/user/progress')).body).toEqual(reopened.body)
})

const saved = { platform: 'MT5', server: 'eu01', loginNumber: '8001234' }

test('MT4/MT5 credentials are listed oldest first, and never with the password', async () => {
  const customer = await product.customer()
  const first = await customer.post('/api/user/mt4-credentials', { ...saved, password: 'broker-segreta' })
  expect(first).toMatchObject({ status: 201, body: saved })
  const other = { ...saved, server: 'us05', password: 'altra-segreta' }
  const second = await customer.post('/api/user/mt4-credentials', other)
  const { body, text } = await customer.get('/api/user/mt4-credentials')
  expect(body).toEqual([first.body, second.body])
  expect(first.text + text).not.toContain('segreta')
  expect(text).not.toContain('password')
})

const swing = { botType: 'swing', strategyName: 'Swing Trading Bot', allocatedAmount: 1000 }

test('of twenty bots created at once, all exist, listed oldest first', async () => {
  const customer = await product.customer()
  await customer.post('/api/user/progress', professional)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => customer.post('/api/user/bots', { ...swing, allocatedAmount: 100 })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  // The answers come in any order. Like a browser, this read waits for the newest write.
  const positions = answers.map(({ headers }) => String(headers['x-position']))
  const newest = { headers: { 'x-after': positions.sort().at(-1) ?? '' } }
  const bots = (await customer.get('/api/user/bots', newest)).body as { createdAt: string }[]
  expect(bots).toHaveLength(20)
  const times = bots.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted())
})

test('bots cannot be created with too small a plan', async () => {
  const customer = await product.customer()
  await customer.post('/api/user/progress', starter)
  const refused = { status: 409, body: { message: 'Deposito insufficiente' } }
  expect(await customer.post('/api/user/bots', swing)).toMatchObject(refused)
})
