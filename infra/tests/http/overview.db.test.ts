import { type OverviewView, overviewView } from '@tba/events/overview/views.ts'
import { daysAfter, romeDay } from '@tba/events/rome-day.ts'
import type { VisitRow } from '@tba/events/visits/views.ts'
import { newcomer } from '../support/product.ts'
import { lead } from '../support/sample-forms.ts'
import { ownProduct } from '../support/shared.ts'
import { firefox, googlebot, iphone } from '../support/user-agents.ts'

const { product, console } = await ownProduct()

type Seen = { userAgent: string; referrer?: string; pages: string[]; click?: string; at?: string }

/** Events as the site's own tracker sends them. */
async function browse(sessionId: string, { userAgent, referrer, pages, click, at }: Seen) {
  const of = (page: string) => ({
    sessionId,
    clientId: crypto.randomUUID(),
    page: `https://example.com${page}`,
  })
  const events = pages.flatMap(page => [
    { kind: 'interaction', ...of(page), eventType: 'page_view', userAgent, referrer },
    { kind: 'analytics', ...of(page), eventName: 'page_view', eventCategory: 'navigation' },
    { kind: 'interaction', ...of(page), eventType: 'time_on_page', userAgent, referrer },
  ])
  const last = at ?? pages.at(-1) ?? ''
  if (click)
    events.push({ kind: 'interaction', ...of(last), eventType: 'button_click', elementText: click } as never)
  const headers = { 'x-visit-id': sessionId, 'user-agent': userAgent }
  const visitor = product.visitor()
  expect((await visitor.post('/api/tracking/batch', { events }, { headers })).status).toBe(202)
  return { visitor, headers }
}

const today = romeDay(new Date())
const period = `from=${daysAfter(today, -2)}&to=${daysAfter(today, 2)}`

beforeAll(async () => {
  const search = 'https://www.google.com/search'
  await browse('visita-uno', { userAgent: firefox, referrer: search, pages: ['/prezzi'], click: 'Rifiuta' })
  const campaign = '/?utm_source=Lettera&utm_campaign=Autunno'
  await browse('visita-due', { userAgent: iphone, referrer: search, pages: [campaign, '/prezzi'] })
  await browse('visita-tre', { userAgent: firefox, pages: ['/'], click: 'Inizia', at: '/prezzi' })
  await browse('visita-robot', { userAgent: googlebot, pages: ['/'] })
  const { visitor, headers } = await browse('visita-cliente', { userAgent: firefox, pages: ['/', '/auth'] })
  await visitor.post('/api/consent', { choice: 'all' }, { headers })
  expect((await visitor.post('/api/register', newcomer('cliente@example.com'), { headers })).status).toBe(201)
  expect((await product.visitor().post('/api/leads', lead)).status).toBe(201)
  await console.get('/api/admin/visits')
})

async function overview(query = ''): Promise<OverviewView> {
  const body = await console.read<OverviewView>(`/api/admin/overview?${period}&${query}`)
  expect(overviewView.strict().parse(body)).toEqual(body)
  return body
}

test('counts the visits of a period, their pages and sources, without robots', async () => {
  const { position, totals, perDay, hours, ...lists } = await overview()
  expect(position).toEqual(expect.any(String))
  expect(totals).toEqual({
    visits: 4,
    pageViews: 6,
    bounceRate: 25,
    medianSeconds: expect.any(Number),
    leads: 1,
    questionnaires: 0,
    registrations: 1,
    conversion: 25,
    requests: 1,
    plans: 0,
    viewing: 4,
    bounced: 1,
    converted: 1,
  })
  expect(lists).toMatchObject({
    pages: [
      { value: '/', visits: 3, share: 75 },
      { value: '/prezzi', visits: 2, share: 50 },
      { value: '/auth', visits: 1, share: 25 },
    ],
    entryPages: [{ value: '/', visits: 3 }, { value: '/prezzi' }],
    exitPages: [{ value: '/prezzi', visits: 2 }, { value: '/' }, { value: '/auth' }],
    sources: [{ value: null, visits: 2 }, { value: 'google' }, { value: 'lettera' }],
    campaigns: [{ value: 'autunno', visits: 1, share: 25 }],
    devices: [{ value: 'desktop', visits: 3 }, { value: 'mobile' }],
    browsers: [{ value: 'Firefox', visits: 3 }, { value: 'Safari' }],
    systems: [{ value: 'Linux', visits: 3 }, { value: 'iOS' }],
  })
  expect(perDay.map(({ day }) => day)).toEqual([-2, -1, 0, 1, 2].map(days => daysAfter(today, days)))
  expect(perDay.reduce((sum, { visits }) => sum + visits, 0)).toBe(4)
  expect(hours.flat().reduce((sum, visits) => sum + visits)).toBe(4)
})

test.each([
  ['bots=true', 5],
  ['page=%2Fauth', 1],
  ['source=lettera', 1],
  ['source=%28nessuna%29', 2],
  ['device=mobile', 1],
  ['device=desktop&page=%2F&bots=false', 2],
  ['registered=true', 1],
  ['registered=false', 3],
  ['registered=false&page=%2F', 2],
  ['source=inventata', 0],
])('with the filter %s it counts %i visits, and the same facts', async (query, visits) =>
  expect((await overview(query)).totals).toMatchObject({ visits, leads: 1, registrations: 1 }),
)

test('exit pages without a registration are counted only from visits without one', async () => {
  const { exitPages, totals } = await overview('registered=false')
  expect(exitPages).toMatchObject([
    { value: '/prezzi', visits: 2 },
    { value: '/', visits: 1 },
  ])
  expect(totals.conversion).toBe(0)
  expect((await overview('registered=true')).exitPages).toMatchObject([{ value: '/auth', visits: 1 }])
})

test('the compared period is counted with the same filters', async () => {
  const before = `compareFrom=${daysAfter(today, -9)}&compareTo=${daysAfter(today, -2)}`
  const nothing = { visits: 0, pageViews: 0, bounceRate: 0, medianSeconds: null, leads: 0, conversion: 0 }
  expect((await overview(before)).compared).toMatchObject(nothing)
  const compared = period.replace('from', 'compareFrom').replace('to=', 'compareTo=')
  const same = await overview(`device=mobile&${compared}`)
  expect(same.compared).toEqual(same.totals)
})

test.each([
  ['viewed=%2Fprezzi&entry=%2Fprezzi', ['visita-uno']],
  ['source=%28nessuna%29', ['visita-cliente', 'visita-tre']],
  ['campaign=autunno', ['visita-due']],
  ['browser=Safari&system=iOS', ['visita-due']],
  ['registered=false&exit=%2F', ['visita-tre']],
])('the visits of a figure are listed by %s', async (query, ids) => {
  const { visits } = await console.read<{ visits: VisitRow[] }>(`/api/admin/visits?${query}`)
  expect(visits.map(({ id }) => id)).toEqual(ids)
})
