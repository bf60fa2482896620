import type { AuditEntry, AuditPage } from '@tba/events/audit/views.ts'
import type { PersonRow } from '@tba/events/people/views.ts'
import { admin, invite } from '../support/administrator.ts'
import { type Person, person, register, submit } from '../support/person.ts'
import { ownProduct } from '../support/shared.ts'
import { everyPage } from '../support/visitor.ts'

const { product, console } = await ownProduct()
beforeAll(async () => {
  for (let number = 1; number <= 5; number += 1)
    await console.post('/api/admin/settings/ga', { measurementId: `G-AUDIT${number}` })
  await console.get('/api/admin/export/analytics')
  await console.post('/api/admin/projections/settings/rebuild')
  await console.post('/api/admin/erasures', { email: 'nessuno@example.com' })
})

const page = (query = '') => console.read<AuditPage>(`/api/admin/audit${query}`)
const whats = (entries: readonly AuditEntry[]) => entries.map(({ what }) => what)
// The request, and its receipt.
const done = ['erased', 'erased', 'rebuilt', 'exported', ...Array(5).fill('changed'), 'signedIn', 'changed']

test('an administrator sees all actions at once, newest first, with their actors', async () => {
  const { entries, admins, next } = await page()
  expect(whats(entries)).toEqual(done)
  const [erased, , rebuilt, exported] = entries
  const by = { id: expect.any(String), email: admin.email }
  expect(admins).toEqual([by])
  const stream = expect.stringMatching(/^email-/)
  expect(erased).toMatchObject({ admin: by, type: 'ErasureRequested', stream })
  const rebuild = { type: 'ProjectionRebuildRequested', stream: 'projection-settings' }
  expect(rebuilt).toMatchObject({ admin: by, ...rebuild })
  expect(exported).toMatchObject({ admin: by, type: 'DataExported', target: 'analytics' })
  // The first start created it.
  expect(entries.at(-1)).toMatchObject({ admin: null, type: 'AdminCreated' })
  expect(next).toBeNull()
})

test('each entry is on exactly one page', async () => {
  const pages = await everyPage(cursor => page(`?limit=3${cursor}`))
  expect(Math.max(...pages.map(({ entries }) => entries.length))).toBeLessThanOrEqual(3)
  const seen = pages.flatMap(({ entries }) => entries)
  expect(whats(seen)).toEqual(done)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(done.length)
})

test('is filtered by action, actor and time', async () => {
  expect(whats((await page('?what=exported')).entries)).toEqual(['exported'])
  const byAddress = await page(`?admin=${encodeURIComponent(admin.email.toUpperCase())}`)
  expect(whats(byAddress.entries)).toEqual(done.slice(0, -1))
  const [{ id = '' } = {}] = byAddress.admins
  expect((await page(`?admin=${id}&what=signedIn`)).entries).toHaveLength(1)
  expect((await page('?admin=nessuno@example.com')).entries).toEqual([])
  const [exported] = (await page('?what=exported')).entries
  const at = exported?.at ?? ''
  expect((await page(`?what=exported&from=${at}`)).entries).toHaveLength(1)
  expect((await page(`?what=exported&to=${at}`)).entries).toEqual([])
})

test('the opening of an event has its event and reason, and each view of a list of persons has one entry', async () => {
  const { entries } = await page()
  const { id: eventId = '' } = entries.at(-1) ?? {}
  const reason = 'Un controllo'
  expect((await console.post(`/api/admin/events/${eventId}/open`, { reason })).status).toBe(200)
  expect((await page('?what=opened')).entries).toMatchObject([
    { opened: { eventId, type: 'AdminCreated', reason }, target: 'administrators' },
  ])
  // The page of requests reads its list again and again: within an hour that is one look.
  const watched = ['requests', 'requests?view=today', 'requests?q=nessuno']
  for (const list of ['dashboard', 'customers', 'customers?q=nessuno', 'leads', 'questionnaires', ...watched])
    expect((await console.get(`/api/admin/${list}`)).status).toBe(200)
  const looked = (await page('?what=looked')).entries
  expect(looked.map(({ type, target }) => `${type} ${target}`)).toEqual([
    'PersonsListed requests',
    'PersonsListed requests',
    'PersonsListed questionnaires',
    'PersonsListed leads',
    'PersonsListed customers',
    'PersonsListed customers',
    'PersonsListed questionnaires',
  ])
})

test('a row names a deleted funnel, and whose data it concerns', async () => {
  const someone = person()
  const [lead = ''] = await submit(product, someone)
  const call = (path: string, body: object) => console.call('PATCH', `/api/admin/requests/${path}`, body)
  expect((await call(lead, { revision: -1, state: 'working' })).status).toBe(200)
  await register(product, someone)
  const accountId = await product.newestAccount()
  const funnel = {
    name: 'Dal clic',
    by: 'visit',
    windowSeconds: 60,
    period: '7d',
    steps: [{ event: 'VisitStarted' }, { event: 'LeadSubmitted' }],
  }
  const { body } = await console.post('/api/admin/funnels', funnel)
  const { id } = body as { id: string }
  expect((await console.call('DELETE', `/api/admin/funnels/${id}`)).status).toBe(200)
  await console.get(`/api/admin/customers/${accountId}`)
  const other = person()
  await submit(product, other)
  const find = ({ email }: Person) =>
    console.read<{ people: PersonRow[] }>(`/api/admin/people?q=${encodeURIComponent(email)}`)
  const [one, two] = [(await find(someone)).people[0]?.id, (await find(other)).people[0]?.id]
  expect((await console.post(`/api/admin/people/${one}/join`, { other: two })).status).toBe(200)
  const of = async (type: string, by = console) =>
    (await by.read<AuditPage>('/api/admin/audit')).entries.find(entry => entry.type === type)
  const named = { id: accountId, name: `Ada ${someone.surname}`, number: expect.any(Number) }
  const joined = [
    { ...named, id: one },
    { id: two, name: `Ada ${other.surname}`, number: null },
  ]
  expect(await of('PersonalDataViewed')).toMatchObject({ target: `account-${accountId}`, persons: [named] })
  expect(await of('RequestStateChanged')).toMatchObject({ persons: [{ ...named, id: lead, number: null }] })
  expect(await of('PersonsJoined')).toMatchObject({ persons: joined })
  expect(await of('FunnelDeleted')).toMatchObject({ name: 'Dal clic', persons: [] })
  const analyst = await invite(product, { by: console, role: 'analyst' })
  const masked = [{ id: accountId, name: '•••', number: null }]
  expect(await of('PersonalDataViewed', analyst)).toMatchObject({ persons: masked })
})
