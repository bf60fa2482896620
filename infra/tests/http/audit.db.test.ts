import type { AuditEntry, AuditPage } from '@tba/events/audit/views.ts'
import { admin } from '../support/administrator.ts'
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

test('a row names a deleted funnel, and a customer by their number', async () => {
  await product.customer()
  const accountId = await product.newestAccount()
  const funnel = {
    ...{ name: 'Dal clic', by: 'visit', windowSeconds: 60, period: '7d' },
    steps: [{ event: 'VisitStarted' }, { event: 'LeadSubmitted' }],
  }
  const { body } = await console.post('/api/admin/funnels', funnel)
  const { id } = body as { id: string }
  expect((await console.call('DELETE', `/api/admin/funnels/${id}`)).status).toBe(200)
  await console.get(`/api/admin/customers/${accountId}`)
  const [looked, deleted] = (await page('?limit=2')).entries
  expect(looked).toMatchObject({ target: `account-${accountId}`, name: null, number: expect.any(Number) })
  expect(deleted).toMatchObject({ type: 'FunnelDeleted', name: 'Dal clic', number: null })
})
