import type { ListedVisit, VisitDetail } from '@tba/events/visits/views.ts'
import { newcomer } from '../support/product.ts'
import { storedEvent } from '../support/recorded-events.ts'
import { lead } from '../support/sample-forms.ts'
import { ownProduct } from '../support/shared.ts'
import { firefox, googlebot, iphone } from '../support/user-agents.ts'
import { everyPage } from '../support/visitor.ts'

const { product, console } = await ownProduct()

const site = 'https://example.com'

type Seen = { userAgent: string; referrer?: string; pages?: string[]; consent?: 'all' | 'none' }

async function browse(sessionId: string, { userAgent, referrer, pages = ['/'], consent }: Seen) {
  const visitor = product.visitor()
  const headers = { 'x-visit-id': sessionId, 'user-agent': userAgent }
  if (consent) await visitor.post('/api/consent', { choice: consent }, { headers })
  for (const page of pages) {
    const body = { sessionId, page: `${site}${page}`, eventType: 'page_view', userAgent, referrer }
    expect((await visitor.post('/api/tracking/interaction', body, { headers })).status).toBe(202)
  }
  const page = `${site}${pages.at(-1)}`
  const pressed = { sessionId, page, eventName: 'button_click', eventCategory: 'hero' }
  await visitor.post('/api/tracking/analytics', pressed, { headers })
  return { visitor, headers }
}

const [plain, phone, robot, customer] = ['visita-uno', 'visita-due', 'visita-robot', 'visita-cliente']

beforeAll(async () => {
  await browse(plain, { userAgent: firefox, referrer: 'https://www.google.com/search' })
  await browse(robot, { userAgent: googlebot })
  const looked = await browse(phone, {
    userAgent: iphone,
    referrer: 'https://l.facebook.com/',
    consent: 'all' as const,
    pages: ['/?utm_source=facebook', '/strategies'],
  })
  await looked.visitor.post('/api/leads', lead, { headers: looked.headers })
  const { visitor, headers } = await browse(customer, { userAgent: firefox, consent: 'all' })
  await visitor.post('/api/register', newcomer('cliente@example.com'), { headers })
  await visitor.post('/api/user/progress', { plan: 'elite', deposit: 3000 }, { headers })
  await console.get('/api/admin/visits')
})

type List = { visits: ListedVisit[]; next: string | null }
const list = (query = '') => console.read<List>(`/api/admin/visits?${query}`)
const ids = async (query: string) => (await list(query)).visits.map(({ id }) => id)
const detail = (id: string, query = '') => console.read<VisitDetail>(`/api/admin/visits/${id}?${query}`)

describe('the list of visits', () => {
  test('has the newest first, each with device, source and outcome', async () => {
    const { visits, next } = await list('bots=true')
    expect(next).toBe(null)
    expect(visits.map(({ id }) => id)).toEqual([customer, phone, robot, plain])
    const [registered, asked, program, looked] = visits
    expect(looked).toMatchObject({
      device: 'desktop',
      referrer: 'google.com',
      consent: null,
      outcome: null,
      robot: null,
      pages: [`${site}/`],
      events: 3,
    })
    expect(asked).toMatchObject({
      device: 'mobile',
      referrer: 'l.facebook.com',
      consent: 'all',
      outcome: 'lead',
      pages: [`${site}/?utm_source=facebook`, `${site}/strategies`],
    })
    expect(program).toMatchObject({ robot: { reason: 'si presenta come Googlebot' } })
    expect(registered).toMatchObject({ outcome: 'registered', referrer: null })
    for (const { id, lastAt } of visits) {
      const times = (await detail(id)).events.map(({ recordedAt }) => recordedAt)
      expect(lastAt, id).toBe(times.sort().at(-1))
    }
    expect(Date.parse(looked?.firstAt ?? '')).toBeLessThanOrEqual(Date.parse(looked?.lastAt ?? ''))
  })

  test.each([
    ['device=mobile', [phone]],
    ['device=desktop&bots=false', [customer, plain]],
    ['', [customer, phone, plain]],
    ['referrer=google.com', [plain]],
    ['referrer=https%3A%2F%2Fwww.google.com%2F', [plain]],
    ['converted=true', [customer, phone]],
    ['bots=false', [customer, phone, plain]],
    ['bots=only', [robot]],
    ['page=%2Fstrategies', [phone]],
    [`page=${encodeURIComponent(`${site}/?utm_source=facebook`)}`, [phone]],
    ['from=2100-01-01', []],
    ['converted=true&device=mobile&page=%2Fstrategies&from=2000-01-01&to=2100-01-01', [phone]],
  ])('with the filter %s has %j', async (query, found) => expect(await ids(query)).toEqual(found))

  test('comes in pages that contain each visit once, also if a filter leaves out most of them', async () => {
    const pages = await everyPage(cursor => list(`converted=false&bots=true&limit=1${cursor}`))
    expect(pages.flatMap(({ visits }) => visits.map(({ id }) => id))).toEqual([robot, plain])
  })
})

describe('one visit', () => {
  test('has all its events in log order, business events among clicks', async () => {
    const { visit, events, next } = await detail(customer)
    const types = events.map(({ type }) => type)
    expect(next).toBe(null)
    expect(visit.events).toBe(events.length)
    expect(types.indexOf('ConsentChosen')).toBeLessThan(types.indexOf('InteractionTracked'))
    expect(types.indexOf('AnalyticsEventTracked')).toBeLessThan(types.indexOf('AccountRegistered'))
    expect(types.indexOf('AccountRegistered')).toBeLessThan(types.indexOf('PlanActivated'))
    const log = await product.recorded()
    const theirs = log.filter(
      ({ stream, metadata }) => stream === `visit-${customer}` || metadata?.visitId === customer,
    )
    expect(events.map(({ id }) => id)).toEqual(theirs.map(({ id }) => id))
    const registered = events.find(({ type }) => type === 'AccountRegistered')
    expect(registered?.sealed).toContain('email')
    expect(registered?.data).toMatchObject({ email: null })
  })

  test('names the account that consent ties to it, and without consent none', async () => {
    expect((await detail(customer)).visit.accounts).toEqual([await product.newestAccount()])
    expect((await detail(plain)).visit.accounts).toEqual([])
    expect((await detail(robot)).visit.robot).toEqual({ reason: 'si presenta come Googlebot' })
  })

  test('of thousands of events comes in parts, each event once', async () => {
    const id = 'visita-lunga'
    const data = { eventType: 'scroll', elementId: null, elementText: null, page: '/', additionalData: null }
    const events = Array.from({ length: 2_400 }, () => storedEvent('InteractionTracked', data))
    for (let at = 0; at < events.length; at += 400)
      await product.store.append(`visit-${id}`, events.slice(at, at + 400), 'any')
    await console.get('/api/admin/visits')
    const first = await detail(id)
    expect([first.events.length, first.visit.events]).toEqual([2_000, 2_400])
    const rest = await detail(id, `cursor=${first.next}`)
    expect(rest.next).toBe(null)
    expect([...first.events, ...rest.events].map(event => event.id)).toEqual(events.map(event => event.id))
  })

  test('without tracked events consists of all events that name it, on every page', async () => {
    const id = 'visita-solo-nominata'
    for (const stream of ['session-a', 'session-b', 'session-c'])
      await product.store.append(stream, [storedEvent('SessionClosed', {}, { visitId: id })], 'any')
    await console.get('/api/admin/visits')
    const { visit, events } = await detail(id)
    expect(visit).toMatchObject({ events: 3, firstAt: events[0]?.recordedAt, lastAt: events[2]?.recordedAt })
    const behind = async (at: number) => {
      const cursor = Buffer.from(JSON.stringify([events[at]?.position])).toString('base64url')
      return detail(id, `cursor=${cursor}`)
    }
    expect(await behind(0)).toMatchObject({ visit, events: events.slice(1) })
    expect(await behind(2)).toMatchObject({ visit, events: [] })
  })

  test.each(['nessuna', 'VISITA-UNO', 'a%2Fb', '%24all'])('%s is unknown', async id => {
    const { status, body } = await console.get(`/api/admin/visits/${id}`)
    expect([status, body]).toEqual([404, { message: 'Visita non trovata' }])
  })
})

test('errors of the browser are kept with consent, five of a visit, without what could be typed', async () => {
  const send = (sessionId: string, consent: 'all' | 'none') =>
    browse(sessionId, { userAgent: firefox, consent }).then(async ({ visitor, headers }) => {
      const told = { kind: 'TypeError', script: '/assets/a.js', line: 12, message: 'anna@example.com' }
      const error = { sessionId, page: `${site}/`, eventType: 'error', elementText: 'anna@example.com' }
      for (let at = 0; at < 6; at++)
        expect(
          await visitor.post('/api/tracking/interaction', { ...error, additionalData: told }, { headers }),
        ).toMatchObject({ status: 202 })
    })
  await Promise.all([send('visita-errori', 'all'), send('visita-zitta', 'none')])
  expect((await detail('visita-zitta')).visit.errors).toBe(0)
  const { visit, events } = await detail('visita-errori')
  expect(visit).toMatchObject({ errors: 5, refusals: 0, pageViews: 1, source: null })
  const failed = events.find(({ data }) => data.eventType === 'error')?.data
  expect(failed).toMatchObject({ additionalData: { kind: 'TypeError', script: '/assets/a.js', line: 12 } })
  expect(JSON.stringify(events)).not.toContain('anna@')
  expect(await ids('troubled=true')).toEqual(['visita-errori'])
})

test('a visit that an account has opened is marked for it alone', async () => {
  const seen = async () => (await list()).visits.filter(({ seen }) => seen).map(({ id }) => id)
  expect(await seen()).toEqual([])
  for (const _ of [1, 2])
    expect((await console.call('PUT', `/api/admin/visits/${phone}/seen`, {})).status).toBe(200)
  expect(await seen()).toEqual([phone])
})
