import { type Emulator, startEmulator } from '@tba/event-store/eventstoredb/testing/emulator/emulator.ts'
import { admin } from '../support/administrator.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { openProduct, type TestedProduct } from '../support/product.ts'

describe('the product with its log in EventStoreDB', () => {
  let emulator: Emulator
  let product: TestedProduct
  let mail: Mailbox
  beforeAll(async () => {
    ;[emulator, mail] = await Promise.all([startEmulator(), mailbox()])
    product = await openProduct({ eventStoreUrl: emulator.url, admin, jobs: mail.jobs })
  })
  afterAll(async () => {
    await product[Symbol.asyncDispose]()
    await Promise.all([emulator.close(), mail[Symbol.asyncDispose]()])
  })

  test('a customer sees their own writes although other events follow', async () => {
    const customer = await product.customer()
    const plan = await customer.post('/api/user/progress', { plan: 'starter', deposit: 500 })
    expect(plan.status).toBe(201)
    await customer.post('/api/tracking/interaction', clicked(crypto.randomUUID(), crypto.randomUUID()))
    const seen = await customer.call('GET', '/api/user/progress')
    expect(seen.headers['x-stale']).toBeUndefined()
    expect(seen.body).toEqual(plan.body)
    expect(await product.recorded({ type: 'PlanActivated' })).toHaveLength(1)
  })

  test('events that a browser repeats after a restart of the server count once', async () => {
    const visitor = product.visitor()
    const visit = crypto.randomUUID()
    const events = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()].map(clientId => ({
      kind: 'interaction',
      ...clicked(visit, clientId),
    }))
    const send = (some: object[]) => visitor.post('/api/tracking/batch', { events: some })
    expect((await send(events.slice(0, 2))).status).toBe(202)
    await emulator.stop()
    expect((await send(events.slice(0, 2))).status).toBe(503)
    await emulator.start()
    expect((await send(events.slice(0, 2))).status).toBe(202)
    expect((await send(events)).status).toBe(202)
    const recorded = await product.recorded({ type: 'InteractionTracked' })
    expect(recorded.filter(({ stream }) => stream === `visit-${visit}`)).toHaveLength(3)
  })
})

const clicked = (sessionId: string, clientId: string) => ({
  sessionId,
  clientId,
  eventType: 'button_click',
  elementId: 'cta',
  page: '/',
})
