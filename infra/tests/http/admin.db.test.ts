import { romeDay } from '@tba/events/rome-day.ts'
import { lead, questionnaire } from '../support/sample-forms.ts'
import { ownProduct } from '../support/shared.ts'

const { product, console } = await ownProduct()
let nothing: Dashboard
beforeAll(async () => {
  nothing = await dashboard()
})

const exports = ['questionnaires', 'interactions', 'analytics'].map(type => `export/${type}`)
test.each(['dashboard', 'daily', 'settings', ...exports])(
  '/api/admin/%s needs no query and ignores unknown parameters',
  async path => expect((await console.get(`/api/admin/${path}?limit=5&utm_source=x`)).status).toBe(200),
)

type Stats = { questionnaires: number; leads: number; interactions: number; conversions: number }
type Dashboard = { stats: Stats; questionnaires: object[]; interactions: object[]; analytics: object[] }
const dashboard = async () => (await console.get('/api/admin/dashboard')).body as Dashboard

let visits = 0
/** A visit with a page view. `consenting` names the visit in later events. */
async function visit({ consenting = true } = {}) {
  const sessionId = `session_${++visits}_admin`
  const visitor = product.visitor()
  const options = { headers: { 'x-visit-id': sessionId } }
  if (consenting) await visitor.post('/api/consent', { choice: 'all' }, options)
  const body = {
    sessionId,
    eventType: 'page_view',
    page: 'https://example.com/',
    clientId: crypto.randomUUID(),
  }
  const view = () => visitor.post('/api/tracking/interaction', body, options)
  await view()
  return { sessionId, view, post: (path: string, sent: object) => visitor.post(path, sent, options) }
}

describe('the dashboard', () => {
  test('is empty at first, without conversions', () => {
    expect(nothing).toEqual({
      stats: { questionnaires: 0, leads: 0, interactions: 0, conversions: 0 },
      questionnaires: [],
      interactions: [],
      analytics: [],
    })
  })

  test('counts submissions and shows them newest first', async () => {
    const before = await dashboard()
    const { sessionId, post } = await visit()
    await post('/api/leads', lead)
    await post('/api/questionnaire', { ...questionnaire, investmentAmount: '10000+' })
    const analytics = { sessionId, eventName: 'cta', eventCategory: 'hero', page: '/', eventValue: 5 }
    await post('/api/tracking/analytics', analytics)
    const after = await dashboard()
    expect(after.stats).toMatchObject({
      leads: before.stats.leads + 1,
      questionnaires: before.stats.questionnaires + 1,
      interactions: before.stats.interactions + 1,
    })
    expect(after.questionnaires[0]).toMatchObject({ name: 'Anna Bianchi', investmentAmount: '10000+' })
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(after.interactions[0]).toEqual({
      id: expect.any(String),
      eventType: 'page_view',
      elementText: null,
      elementId: null,
      page: 'https://example.com/',
      createdAt: time,
    })
    expect(after.analytics[0]).toEqual({
      id: expect.any(String),
      eventName: 'cta',
      eventCategory: 'hero',
      eventLabel: null,
      createdAt: time,
    })
  })

  test('shows at most a hundred of each kind, and counts all', async () => {
    const { sessionId, post } = await visit()
    for (let batch = 0; batch < 3; batch++) {
      const events = Array.from({ length: 50 }, (_, at) => ({
        kind: 'interaction',
        clientId: crypto.randomUUID(),
        sessionId,
        eventType: 'scroll',
        page: `/${batch * 50 + at}`,
      }))
      await post('/api/tracking/batch', { events })
    }
    const { stats, interactions } = await dashboard()
    expect(interactions.map(row => (row as { page: string }).page)).toEqual(
      Array.from({ length: 100 }, (_, at) => `/${149 - at}`),
    )
    expect(stats.interactions).toBeGreaterThanOrEqual(150)
  })
})

test('lists thirty days, the last one today in Rome', async () => {
  type Day = { day: string; visits: number; leads: number; questionnaires: number }
  const days = async () => (await console.get('/api/admin/daily')).body as Day[]
  const before = (await days()).at(-1)
  const { post } = await visit()
  await post('/api/leads', lead)
  await post('/api/questionnaire', questionnaire)
  const after = await days()
  expect(after).toHaveLength(30)
  expect(after.map(({ day }) => day)).toEqual(after.map(({ day }) => day).toSorted())
  expect(after.at(-1)).toEqual({
    day: romeDay(new Date()),
    visits: (before?.visits ?? 0) + 1,
    leads: (before?.leads ?? 0) + 1,
    questionnaires: (before?.questionnaires ?? 0) + 1,
  })
  expect(after[0]).toMatchObject({ visits: 0, leads: 0, questionnaires: 0 })
})

test('the measurement id is the last saved value, or empty after it is cleared', async () => {
  for (const measurementId of ['G-ABCD1234', '']) {
    const saved = await console.post('/api/admin/settings/ga', { measurementId })
    expect(saved).toMatchObject({ status: 200, body: { measurementId } })
    expect((await console.get('/api/admin/settings')).body).toEqual({ measurementId })
  }
})
