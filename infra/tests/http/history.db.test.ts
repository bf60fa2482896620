import type { HistoryEvent, HistoryPage } from '@tba/events/history/views.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { lead } from '../support/sample-forms.ts'
import { ownProductWithJobs } from '../support/shared.ts'
import { clicked, measured } from '../support/tracker.ts'
import { everyPage } from '../support/visitor.ts'

const { product, console } = await ownProductWithJobs()
const visit = `session_1760000000000_${crypto.randomUUID()}`
await browse()

const page = (query: string) => console.read<HistoryPage>(`/api/admin/events?${query}`)

async function pages(query: string, limit: number): Promise<HistoryEvent[]> {
  const all = await everyPage(cursor => page(`${query}&limit=${limit}${cursor}`))
  expect(Math.max(...all.map(({ events }) => events.length))).toBeLessThanOrEqual(limit)
  return all.flatMap(({ events }) => events)
}

test('has every event of the log, newest first, complete except sealed fields', async () => {
  const log = await product.recorded()
  const events = await pages('', 7)
  expect(events.map(({ id }) => id)).toEqual(log.map(({ id }) => id).toReversed())
  expect((await pages('order=asc', 200)).map(({ id }) => id)).toEqual(log.map(({ id }) => id))
  const [lead] = (await page('type=LeadSubmitted')).events
  const [recorded] = await product.recorded({ type: 'LeadSubmitted' })
  const { actor, correlationId, causationId } = recorded?.metadata ?? {}
  expect(lead).toEqual({
    id: recorded?.id,
    position: recorded?.position,
    stream: recorded?.stream,
    revision: 0,
    type: 'LeadSubmitted',
    recordedAt: recorded?.recordedAt,
    actor,
    correlationId,
    causationId,
    visitId: visit,
    schemaVersion: 1,
    data: {
      emailHash: expect.any(String),
      plan: 'starter',
      depositEuro: 500,
      name: null,
      email: null,
      phone: null,
      message: null,
    },
    sealed: ['name', 'email', 'phone', 'message'],
  })
})

test('the first page says how many events the filters find', async () => {
  const log = await product.recorded()
  expect(await page('limit=1')).toMatchObject({ found: log.length })
  const clicks = log.filter(({ type }) => type === 'InteractionTracked').length
  const first = await page('type=InteractionTracked&limit=2')
  expect(first.found).toBe(clicks)
  expect((await page(`type=InteractionTracked&limit=2&cursor=${first.next}`)).found).toBeNull()
  expect((await page('type=LeadSubmitted')).found).toBe(1)
})

test('finds words in pages, texts, names and ids, in any case and with or without accents', async () => {
  const typesOf = async (q: string) =>
    (await page(`q=${encodeURIComponent(q)}`)).events.map(({ type }) => type)
  expect(await typesOf('PERCHÉ prezzi')).toEqual(['InteractionTracked'])
  expect(await typesOf('perche nessuno')).toEqual([])
  const [lead] = (await page('type=LeadSubmitted')).events as [HistoryEvent]
  expect(await typesOf(lead.stream.toUpperCase())).toEqual(['LeadErased', 'LeadSubmitted'])
  expect(await typesOf(`${visit.slice(0, 30)} perché`)).toEqual(['InteractionTracked'])
})

test('a sealed event is opened for a reason, which is recorded before the answer', async () => {
  const open = (id: string, body: object) => console.post(`/api/admin/events/${id}/open`, body)
  const [submitted] = (await page('type=CredentialsSaved')).events as [HistoryEvent]
  expect(submitted.data).toMatchObject({ loginNumber: null, server: null, password: null })
  const { status, body } = await open(submitted.id, { reason: '  Assistenza al telefono ' })
  expect([status, body]).toMatchObject([
    200,
    { data: { loginNumber: '12345', server: 'Axi-Live', platform: 'MT4', password: null } },
  ])
  const [opening] = (await page('limit=1')).events as [HistoryEvent]
  expect(opening).toMatchObject({
    type: 'SealedFieldsOpened',
    stream: opening.actor.replace(':', '-'),
    data: { eventId: submitted.id, stream: submitted.stream, type: 'CredentialsSaved', reason: null },
    sealed: ['reason'],
  })
  const { body: why } = await open(opening.id, { reason: 'Controllo' })
  expect(why).toMatchObject({ data: { reason: 'Assistenza al telefono' } })
  const [registered] = (await page('type=AccountRegistered')).events as [HistoryEvent]
  const { body: account } = await open(registered.id, { reason: 'Controllo' })
  expect(account).toMatchObject({ data: { firstName: 'Anna', passwordHash: null } })
  const recorded = await product.recorded({ type: 'SealedFieldsOpened' })
  expect(recorded).toHaveLength(3)
  for (const bad of [{}, { reason: ' ab ' }, { reason: 'a'.repeat(201) }, { reason: 'Perché', chi: 'io' }])
    expect((await open(submitted.id, bad)).status).toBe(400)
  expect((await open(crypto.randomUUID(), { reason: 'Controllo' })).status).toBe(404)
  expect(await product.recorded({ type: 'SealedFieldsOpened' })).toHaveLength(3)
})

/** All kinds of streams: visits, a lead that is erased, a customer. */
async function browse() {
  const visitor = product.visitor()
  const clicks = (sessionId: string, count: number, more = {}) =>
    Array.from({ length: count }, (_, at) => ({
      ...clicked(sessionId, { page: at % 2 ? '/prezzi' : '/', ...more }),
      kind: 'interaction',
      clientId: crypto.randomUUID(),
    }))
  const send = (events: object[]) => visitor.post('/api/tracking/batch', { events })
  const tied = { headers: { 'x-visit-id': visit, cookie: 'consent=all' } }
  await send(clicks(visit, 3))
  await send(clicks(visit, 1, { page: '/prezzi', elementText: 'Perché no?', elementId: 'cta_perche' }))
  const viewed = measured(`b-${crypto.randomUUID()}`, { page: '/Città' })
  await send([{ ...viewed, kind: 'analytics', clientId: crypto.randomUUID() }])
  for (let number = 0; number < 8; number++) await send(clicks(crypto.randomUUID(), 12))
  await visitor.post('/api/leads', lead, tied)
  const customer = await product.customer()
  await customer.post('/api/user/progress', { plan: 'starter', deposit: 500 })
  await customer.post('/api/user/mt4-credentials', {
    platform: 'MT4',
    server: 'Axi-Live',
    loginNumber: '12345',
    password: 'segreta',
  })
  await console.post('/api/admin/erasures', { email: 'anna@example.com' })
  await waitFor(async () => expect(await product.recorded({ type: 'LeadErased' })).toHaveLength(1))
}
