import { type DiskSpace, watchDisk } from '@tba/runtime/disk.ts'
import { perFile } from '@tba/testing/per-file.ts'
import { openProduct } from '../support/product.ts'
import { lead } from '../support/sample-forms.ts'
import { clicked, measured, newVisit } from '../support/tracker.ts'

const space: DiskSpace = { freeBytes: 50e9, totalBytes: 100e9 }
const disk = await watchDisk({ read: async () => [space], logger: { warn() {} }, checkEveryMs: 0 })
const product = await perFile(openProduct({ disk }))

const eventsOf = (visit: string) => product.recorded({ stream: `visit-${visit}` })
const refusalsOf = async (visit: string) => (await eventsOf(visit)).filter(it => it.type === 'ActionRefused')
const dataOf = async (visit: string) => (await refusalsOf(visit)).map(({ data }) => data)
const within = (visit: string, more = {}) => ({ headers: { 'x-visit-id': visit, ...more } })

test('a refusal is listed in its visit, after the click', async () => {
  const [visit, customer] = [newVisit(), await product.customer()]
  await customer.post('/api/tracking/interaction', clicked(visit))
  const bot = { botType: 'swing', strategyName: 'Mia', allocatedAmount: 500 }
  expect((await customer.post('/api/user/bots', bot, within(visit))).status).toBe(409)
  await expect
    .poll(async () => (await eventsOf(visit)).map(({ type }) => type))
    .toEqual(['VisitStarted', 'InteractionTracked', 'ActionRefused'])
  expect(await dataOf(visit)).toEqual([
    { action: 'POST /api/user/bots', reason: 'Deposito insufficiente', status: 409 },
  ])
})

test('a refusal starts an unknown visit, and names no customer without consent', async () => {
  const [visit, agreed, customer] = [newVisit(), newVisit(), await product.customer()]
  const wrong = { currentPassword: 'un’altra', newPassword: 'nuova-segreta' }
  await customer.put('/api/user/password', wrong, within(visit))
  customer.cookies.set('consent', 'all')
  await customer.put('/api/user/password', wrong, within(agreed))
  await expect.poll(() => dataOf(visit)).toHaveLength(1)
  await expect.poll(() => dataOf(agreed)).toHaveLength(1)
  const [started, refused] = await eventsOf(visit)
  expect(started?.type).toBe('VisitStarted')
  expect(refused?.metadata).toMatchObject({ actor: 'visitor' })
  expect(refused?.metadata).not.toHaveProperty('visitId')
  const [, , named] = await eventsOf(agreed)
  expect(named?.metadata).toMatchObject({ actor: 'visitor', visitId: agreed })
})

test('nothing that a visitor typed is recorded, not even the name of a field', async () => {
  const visit = newVisit()
  const wrong = { ...lead, email: 'anna(at)example.com', 'anna-bianchi': 1 }
  const visitor = product.visitor()
  const { text } = await visitor.post('/api/leads', wrong, within(visit))
  await visitor.post('/api/leads', { ...wrong, email: lead.email }, within(visit))
  await visitor.delete('/api/user/sessions/0a1b2c3d-0000-4000-8000-000000000000', undefined, within(visit))
  await expect.poll(() => dataOf(visit)).toHaveLength(3)
  expect(text).not.toBe('')
  const recorded = JSON.stringify(await eventsOf(visit))
  expect(recorded).toContain('Campo sconosciuto')
  expect(recorded).toContain('DELETE /api/user/sessions/:sessionId')
  expect(recorded).not.toMatch(/anna|0a1b2c3d/i)
})

test('no refusal is recorded for accepted calls, reads, calls without a visit, tracking or administrators', async () => {
  const [visit, visitor] = [newVisit(), product.visitor()]
  await visitor.post('/api/admin/login', { email: 'x', password: 'y' }, within(visit))
  await visitor.post('/api/tracking/interaction', {}, within(visit))
  await visitor.post('/api/consent', { choice: 'forse' }, within(visit))
  await visitor.get('/api/user/progress', within(visit))
  await visitor.post('/api/nowhere', {}, within(visit))
  await visitor.post('/api/leads', {}, within('not a visit'))
  await visitor.post('/api/leads', {})
  expect((await visitor.post('/api/leads', lead, within(visit))).status).toBe(201)
  await visitor.post('/api/leads', {}, within(visit))
  await expect
    .poll(() => dataOf(visit))
    .toEqual([{ action: 'POST /api/leads', reason: expect.any(String), status: 400 }])
  expect(
    (await product.recorded({ type: 'ActionRefused' })).filter(({ stream }) => !/session_/.test(stream)),
  ).toEqual([])
})

test('a visit has at most a hundred refusals, and all rate limits have one reason', async () => {
  const [visit, visitor] = [newVisit(), product.visitor()]
  for (let count = 0; count < 130; count++) await visitor.post('/api/leads', {}, within(visit))
  await expect.poll(() => dataOf(visit)).toHaveLength(100)
  let status = 0
  while (status !== 429) ({ status } = await visitor.post('/api/leads', {}))
  const late = newVisit()
  for (let count = 0; count < 20; count++) await visitor.post('/api/leads', {}, within(late))
  await expect.poll(() => dataOf(late)).toHaveLength(20)
  expect(await dataOf(visit)).toHaveLength(100)
  const limited = (await dataOf(late)).filter(data => data.status === 429)
  expect(new Set(limited.map(({ reason }) => reason))).toEqual(new Set(['Troppe richieste']))
})

test('on a nearly full disk neither tracking nor refusals are stored, and customers can still write', async () => {
  const [visit, later, visitor] = [newVisit(), newVisit(), product.visitor()]
  space.freeBytes = 1e9
  await expect.poll(async () => (await visitor.get('/readyz')).body).toMatchObject({ disk: 'low' })
  const event = { kind: 'interaction', ...clicked(visit, { clientId: crypto.randomUUID() }) }
  for (const [path, body] of [
    ['interaction', clicked(visit)],
    ['analytics', measured(visit)],
    ['batch', { events: [event] }],
  ] as const) {
    const { status, headers, body: answer } = await visitor.post(`/api/tracking/${path}`, body)
    expect({ status, answer }).toEqual({
      status: 503,
      answer: { message: 'Il tracciamento è momentaneamente sospeso. Riprova più tardi.' },
    })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  const customer = await product.customer()
  expect((await customer.post('/api/user/progress', { plan: 'elite', deposit: 3000 })).status).toBe(201)
  expect((await visitor.put('/api/user/profile', {}, within(visit))).status).toBe(401)

  space.freeBytes = 50e9
  await expect.poll(async () => (await visitor.get('/readyz')).body).toMatchObject({ disk: 'ok' })
  expect((await visitor.post('/api/tracking/interaction', clicked(later))).status).toBe(202)
  await visitor.put('/api/user/profile', {}, within(later))
  await expect.poll(() => dataOf(later)).toHaveLength(1)
  expect(await eventsOf(visit)).toEqual([])
})
