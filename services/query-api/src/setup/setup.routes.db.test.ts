import { randomUUID } from 'node:crypto'
import type { SetupEvent } from '@tba/events/setup/events.ts'
import type { SealedSecret } from '@tba/events/setup/sealed-secret.ts'
import { streams } from '@tba/events/streams.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('progress is null until a plan is chosen, which is no error', async () => {
  const answer = await side.get('/api/user/progress', await side.signedIn())
  expect([answer.statusCode, answer.body]).toEqual([200, 'null'])
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
})

test('progress shows plan and steps as they are right after each of them', async () => {
  const customer = await side.signedIn()
  const untouched = {
    ...{ plan: 'professional', deposit: 1000, step1_broker_account: false, step1_broker_link: null },
    ...{ step2_mt4_authenticated: false, step2_axi_connected: false, step2_license_key: null },
    ...{ step3_security_verified: false, step3_screenshots: [] },
    ...{ completedAt: null, createdAt: time, updatedAt: time },
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

test('credentials come oldest first, and never with a password', async () => {
  const customer = await side.signedIn()
  const numbers = ['30', '10', '20']
  const events = numbers.map(number => saved(customer, number))
  const list = await after(customer, '/api/user/mt4-credentials', planActivated(customer), ...events)
  const told = { id: expect.any(String), platform: 'MT4', server: 'eu01', createdAt: time }
  expect(list).toEqual(numbers.map(loginNumber => ({ ...told, loginNumber })))
})

test('bots come oldest first, with the figures of a bot that has not traded yet', async () => {
  const customer = await side.signedIn()
  const names = ['Scalping Pro', 'Again']
  const events = names.map(name => activated(customer, name))
  const list = await after(customer, '/api/user/bots', planActivated(customer), ...events)
  const told = {
    ...{ id: expect.any(String), botType: 'scalping', status: 'active', allocatedAmount: 500 },
    ...{ profitToday: 0, totalProfit: 0, tradesCount: 0, successRate: 0, createdAt: time, updatedAt: time },
  }
  expect(list).toEqual(names.map(strategyName => ({ ...told, strategyName })))
})

test.each(['progress', 'mt4-credentials', 'bots'])(
  '%s shows nothing of another’s to a customer who once got the same number',
  async list => {
    const [anna, bruno] = [await side.signedIn(), await side.signedIn()]
    const same = { ...anna, userId: bruno.userId }
    const hers = [planActivated(same), saved(same, '1'), activated(same, 'Hers')]
    const position = await side.append(streams.setup(anna.accountId), ...hers)
    const his = await side.get(`/api/user/${list}`, bruno, position)
    expect([his.statusCode, his.json()]).toEqual([200, list === 'progress' ? null : []])
  },
)
