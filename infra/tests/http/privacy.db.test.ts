import { romeDay } from '@tba/events/rome-day.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { expireSession } from '../support/expire-session.ts'
import { person, submit } from '../support/person.ts'
import { password } from '../support/product.ts'
import { sharedProduct } from '../support/shared.ts'
import { answered, type Visitor } from '../support/visitor.ts'

const { product, console } = await sharedProduct()

const credentials = { platform: 'MT5', server: 'eu01', loginNumber: '8001234', password: 'broker-segreta' }
const swing = { botType: 'scalping', strategyName: 'Scalping Bot', allocatedAmount: 500 }

/** Leaves rows in every table about customers. */
async function fillTables(customer: Visitor, email: string): Promise<void> {
  await customer.put('/api/user/profile', { bio: 'Trader' })
  await customer.post('/api/user/progress', { plan: 'starter', deposit: 500 })
  await customer.post('/api/user/mt4-credentials', credentials)
  await customer.post('/api/user/bots', swing)
  customer.cookies.set('consent', 'all')
  const tracked = { sessionId: `session_${email.replace(/\W/g, '')}`, eventName: 'cta', page: '/' }
  await customer.post('/api/tracking/analytics', tracked)
  await console.get('/api/admin/dashboard')
}

describe('a customer’s data', () => {
  test('are a file with all data that are known to be theirs', async () => {
    const email = 'portabile@example.com'
    const customer = await product.customer(email)
    await fillTables(customer, email)
    // Tracked events have their own projections, and no answer waits for them.
    const { status, headers, body, text } = await waitFor(async () => {
      const answer = await customer.get('/api/user/data')
      expect(answer.text).toContain('cta')
      return answer
    })
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="dati_personali_${romeDay(new Date())}.json"`,
      'cache-control': 'no-store',
    })
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(body).toMatchObject({
      exportedAt: time,
      profile: { email, bio: 'Trader', createdAt: time },
      sessions: [{ address: '127.0.0.0', openedAt: time }],
      progress: { plan: 'starter', deposit: 500, createdAt: time, completedAt: null },
      credentials: [{ server: 'eu01', loginNumber: '8001234', createdAt: time }],
      bots: [{ botType: 'scalping', allocatedAmount: 500, totalProfit: 0 }],
      analytics: [{ eventName: 'cta', createdAt: time }],
    })
    expect((body as { activity: { type: string }[] }).activity.map(({ type }) => type)).toEqual([
      'AccountRegistered',
      'SessionOpened',
      'ProfileUpdated',
      'PlanActivated',
      'CredentialsSaved',
      'BotActivated',
    ])
    for (const secret of [password, 'broker-segreta', 'argon2', 'emailHash', 'password'])
      expect(text).not.toContain(secret)
  })

  test('contain no expired session', async () => {
    const email = 'scaduta@example.com'
    const customer = await product.customer(email)
    const headers = { 'user-agent': 'Un altro telefono' }
    await product.visitor().post('/api/login', { email, password }, { headers })
    await console.get('/api/admin/dashboard')
    expect((await customer.get('/api/user/data')).text).toContain('Un altro telefono')
    const [other] = await product.query(
      `select sid from read.sessions where sess ->> 'device' = 'Un altro telefono'`,
    )
    onTestFinished(await expireSession(product, String(other?.sid)))
    expect((await customer.get('/api/user/data')).text).not.toContain('Un altro telefono')
  })
})

test('registering another person’s address does not show data submitted with it', async () => {
  const someone = person()
  await submit(product, someone)
  const impostor = await product.customer(someone.email)
  await console.get('/api/admin/dashboard')
  const data = JSON.stringify(answered(await impostor.get('/api/user/data')))
  for (const hers of [someone.surname, someone.phone]) expect(data).not.toContain(hers)
})
