import { randomUUID } from 'node:crypto'
import type { SetupEvent } from '@tba/events/setup/events.ts'
import type { SealedSecret } from '@tba/events/setup/sealed-secret.ts'
import { streams } from '@tba/events/streams.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Customer, type ReadSide, readSide } from '../testing/read-side.ts'

let side: ReadSide
beforeAll(async () => {
  side = await readSide()
})
afterAll(() => side.close())

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** Appends to the customer's setup, and asks as their browser would right after it. */
async function after(customer: Customer, url: string, ...events: SetupEvent[]) {
  const position = await side.append(streams.setup(customer.accountId), ...events)
  const answer = await side.get(url, customer, position)
  expect(answer.headers).not.toHaveProperty('x-stale')
  return answer.json()
}

const planActivated = ({ userId }: Customer): SetupEvent => ({
  type: 'PlanActivated',
  data: { userId, plan: 'professional', depositEuro: 1000 },
})

const saved = ({ userId }: Customer, loginNumber: string): SetupEvent => ({
  type: 'CredentialsSaved',
  data: {
    credentialsId: randomUUID(),
    userId,
    platform: 'MT4',
    server: 'eu01',
    loginNumber,
    password: 'sealed-hush' as SealedSecret,
  },
})

const activated = ({ userId }: Customer, strategyName: string): SetupEvent => ({
  type: 'BotActivated',
  data: { botId: randomUUID(), userId, botType: 'scalping', strategyName, allocatedEuro: 500 },
})

describe('progress', () => {
  test('is null until a plan is chosen, which is no error', async () => {
    const answer = await side.get('/api/user/progress', await side.signedIn())
    expect([answer.statusCode, answer.body]).toEqual([200, 'null'])
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
  })

  test('shows plan and steps as they are right after each of them', async () => {
    const customer = await side.signedIn()
    const untouched = {
      plan: 'professional',
      deposit: 1000,
      step1_broker_account: false,
      step1_broker_link: null,
      step2_mt4_authenticated: false,
      step2_axi_connected: false,
      step2_license_key: null,
      step3_security_verified: false,
      step3_screenshots: [],
      completedAt: null,
      createdAt: time,
      updatedAt: time,
    }
    expect(await after(customer, '/api/user/progress', planActivated(customer))).toEqual(untouched)
    const stepped = await after(
      customer,
      '/api/user/progress',
      { type: 'SetupStepCompleted', data: { step: 'broker-account' } },
      { type: 'SetupNoted', data: { brokerLink: 'https://broker.example', screenshots: ['a.png', 'b.png'] } },
    )
    expect(stepped).toEqual({
      ...untouched,
      step1_broker_account: true,
      step1_broker_link: 'https://broker.example',
      step3_screenshots: ['a.png', 'b.png'],
    })
  })
})

describe('credentials', () => {
  test('come oldest first, and never with a password', async () => {
    const customer = await side.signedIn()
    const numbers = ['30', '10', '20']
    const list = await after(
      customer,
      '/api/user/mt4-credentials',
      planActivated(customer),
      ...numbers.map(number => saved(customer, number)),
    )
    expect(list).toEqual(
      numbers.map(loginNumber => ({
        id: expect.any(String),
        platform: 'MT4',
        server: 'eu01',
        loginNumber,
        createdAt: time,
      })),
    )
  })
})

describe('bots', () => {
  test('come oldest first, with the figures of a bot that has not traded yet', async () => {
    const customer = await side.signedIn()
    const list = await after(
      customer,
      '/api/user/bots',
      planActivated(customer),
      activated(customer, 'Scalping Pro'),
      activated(customer, 'Again'),
    )
    expect(list).toEqual(
      ['Scalping Pro', 'Again'].map(strategyName => ({
        id: expect.any(String),
        botType: 'scalping',
        strategyName,
        status: 'active',
        allocatedAmount: 500,
        profitToday: 0,
        totalProfit: 0,
        tradesCount: 0,
        successRate: 0,
        createdAt: time,
        updatedAt: time,
      })),
    )
  })
})

describe.each(['/api/user/progress', '/api/user/mt4-credentials', '/api/user/bots'])('%s', url => {
  test('shows nothing of another’s to a customer who once got the same number', async () => {
    const [anna, bruno] = [await side.signedIn(), await side.signedIn()]
    const same = { ...anna, userId: bruno.userId }
    const hers = [planActivated(same), saved(same, '1'), activated(same, 'Hers')]
    const position = await side.append(streams.setup(anna.accountId), ...hers)
    const his = await side.get(url, bruno, position)
    expect([his.statusCode, his.json()]).toEqual([200, url.endsWith('progress') ? null : []])
  })

  test('is for whoever is signed in: not for a visitor, nor for a session that was ended', async () => {
    expect((await side.get(url)).statusCode).toBe(401)
    const customer = await side.signedIn()
    const position = await side.append(streams.session(customer.sid), {
      type: 'SessionClosed',
      data: { accountId: customer.accountId },
    })
    const answer = await side.get(url, customer, position)
    expect([answer.statusCode, answer.json()]).toEqual([401, { message: 'Accesso richiesto' }])
  })
})
