import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Administrator, admin, administrator } from '../testing/administrator.ts'
import { openProduct, type TestedProduct } from '../testing/product.ts'

let product: TestedProduct
let console: Administrator
beforeAll(async () => {
  product = await openProduct({ admin })
  console = await administrator(product)
})
afterAll(() => product[Symbol.asyncDispose]())

const consenting = { headers: { cookie: 'consent=all' } }
let visits = 0
const newVisit = () => `session_${++visits}_tracking`

const clicked = (sessionId: string, more = {}) => ({
  sessionId,
  eventType: 'button_click',
  elementId: 'hero',
  elementText: 'Inizia con €500',
  page: 'https://example.com/',
  ...more,
})
const measured = (sessionId: string, more = {}) => ({
  sessionId,
  eventName: 'button_click',
  eventCategory: 'hero',
  eventLabel: null,
  eventValue: 500,
  page: 'https://example.com/',
  ...more,
})
const interact = (body: object, options = {}) =>
  product.visitor().post('/api/tracking/interaction', body, options)
const analyse = (body: object, options = {}) =>
  product.visitor().post('/api/tracking/analytics', body, options)
const batch = (events: object[]) => product.visitor().post('/api/tracking/batch', { events })

async function rows(table: string, sessionId: string) {
  await console.settled('/api/admin/dashboard')
  const place = table === 'visits' ? '"firstPosition"' : 'position'
  return product.query(`select * from read.${table} where "sessionId" = $1 order by ${place}`, [sessionId])
}
const logged = (sessionId: string) =>
  product.query('select type, data, metadata from log.events where stream = $1 order by revision', [
    `visit-${sessionId}`,
  ])

describe('an interaction', () => {
  test('is taken, and kept with browser, truncated address and referrer', async () => {
    const sessionId = newVisit()
    const headers = { 'user-agent': 'Firefox' }
    const sent = clicked(sessionId, {
      additionalData: { depth: 50, first: true, label: 'x', none: null },
      referrer: 'https://example.org/search?q=anna&utm_source=news',
    })
    const answer = await interact(sent, { headers, address: '203.0.113.77' })
    expect(answer).toMatchObject({ status: 202, body: { ok: true } })
    expect(await rows('site_interactions', sessionId)).toMatchObject([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        sessionId,
        eventType: 'button_click',
        elementId: 'hero',
        elementText: 'Inizia con €500',
        page: 'https://example.com/',
        userAgent: 'Firefox',
        ipAddress: '203.0.113.0',
        referrer: 'https://example.org/search?utm_source=news',
        additionalData: { depth: 50, first: true, label: 'x', none: null },
      },
    ])
  })

  test('keeps its own browser and referrer, though its visit began with a call that knows neither', async () => {
    const [first, second] = [newVisit(), newVisit()]
    const own = { userAgent: 'Firefox', referrer: 'https://example.org/search?q=anna&utm_source=news' }
    await analyse(measured(first), { headers: { 'user-agent': 'the header' } })
    await interact(clicked(first, own))
    await interact(clicked(first, { userAgent: null, referrer: null }))
    await product
      .visitor()
      .post(
        '/api/consent',
        { choice: 'none' },
        { headers: { 'x-visit-id': second, 'user-agent': 'the header' } },
      )
    await interact(clicked(second, own))
    const kept = { userAgent: 'Firefox', referrer: 'https://example.org/search?utm_source=news' }
    expect(await rows('site_interactions', first)).toMatchObject([
      kept,
      { userAgent: 'the header', referrer: null },
    ])
    expect(await rows('site_interactions', second)).toMatchObject([kept])
  })

  test('says nothing that its visit has said already', async () => {
    const sessionId = newVisit()
    const own = { userAgent: 'Firefox', referrer: 'https://example.org/' }
    await interact(clicked(sessionId, own))
    await interact(clicked(sessionId, own))
    const events = await product.query('select data from log.events where stream = $1', [
      `visit-${sessionId}`,
    ])
    expect(events.filter(({ data }) => JSON.stringify(data).includes('Firefox'))).toHaveLength(1)
    expect(await rows('site_interactions', sessionId)).toMatchObject([own, own])
  })

  test('of its page’s query only the campaign and the way of contact are kept', async () => {
    const sessionId = newVisit()
    const page = 'https://example.com/questionnaire?method=call&phone=333123&country=%2B39&utm_medium=cpc#top'
    await interact(clicked(sessionId, { page }))
    expect(await rows('site_interactions', sessionId)).toMatchObject([
      { page: 'https://example.com/questionnaire?method=call&utm_medium=cpc' },
    ])
  })

  test('gives the client no position to wait for', async () => {
    const { headers } = await interact(clicked(newVisit()))
    expect(headers).not.toHaveProperty('x-position')
    expect(headers).not.toHaveProperty('set-cookie')
  })

  test.each([
    [{ sessionId: '' }],
    [{ sessionId: 'x'.repeat(129) }],
    [{ sessionId: 'session 1' }],
    [{ sessionId: 7 }],
    [{ eventType: '' }],
    [{ page: undefined }],
    [{ clientId: 'not-a-uuid' }],
    [{ role: 'admin' }],
    [{ additionalData: { nested: { deep: 1 } } }],
    [{ additionalData: { list: [1] } }],
    [{ additionalData: { text: 'x'.repeat(201) } }],
    [{ additionalData: Object.fromEntries(Array.from({ length: 11 }, (_, key) => [`k${key}`, 1])) }],
  ])('%j is refused', async wrong => {
    expect((await interact({ ...clicked(newVisit()), ...wrong })).status).toBe(400)
  })

  test('ten additional values of 200 characters are taken', async () => {
    const additionalData = Object.fromEntries(
      Array.from({ length: 10 }, (_, key) => [`k${key}`, 'x'.repeat(200)]),
    )
    expect((await interact(clicked(newVisit(), { additionalData }))).status).toBe(202)
  })
})

describe('an analytics event', () => {
  test('is taken and kept', async () => {
    const sessionId = newVisit()
    expect(await analyse(measured(sessionId))).toMatchObject({ status: 202, body: { ok: true } })
    expect(await rows('analytics_events', sessionId)).toMatchObject([
      { eventName: 'button_click', eventCategory: 'hero', eventLabel: null, eventValue: 500, userId: null },
    ])
  })

  test.each([[{ eventValue: 1.5 }], [{ eventValue: '5' }], [{ eventValue: 2 ** 31 }], [{ eventName: '' }]])(
    '%j is refused',
    async wrong => {
      expect((await analyse({ ...measured(newVisit()), ...wrong })).status).toBe(400)
    },
  )

  test('names the customer and the visit only with consent', async () => {
    const customer = await product.customer()
    const [silent, open] = [newVisit(), newVisit()]
    const track = (sessionId: string) =>
      customer.post('/api/tracking/analytics', measured(sessionId), { headers: { 'x-visit-id': sessionId } })
    await track(silent)
    customer.cookies.set('consent', 'all')
    await track(open)
    const { id } = (await customer.get('/api/auth/user')).body as { id: number }
    expect(await rows('analytics_events', silent)).toMatchObject([{ userId: null }])
    expect(await rows('analytics_events', open)).toMatchObject([{ userId: id }])
    const [hidden, shown] = [(await logged(silent)).at(-1), (await logged(open)).at(-1)]
    expect(hidden?.metadata).toMatchObject({ actor: 'visitor' })
    expect(hidden?.metadata).not.toHaveProperty('visitId')
    expect(shown?.metadata).toMatchObject({ actor: expect.stringMatching(/^customer:/), visitId: open })
  })
})

describe('a repeat', () => {
  test('with the same client id counts once, in single calls and in batches', async () => {
    const sessionId = newVisit()
    const [one, other] = [randomUUID(), randomUUID()]
    for (const _ of ['first', 'again']) {
      expect((await interact(clicked(sessionId, { clientId: one }))).status).toBe(202)
    }
    const events = [one, other, other].map(clientId => ({
      kind: 'interaction',
      ...clicked(sessionId, { clientId }),
    }))
    for (const _ of ['first', 'again']) {
      expect(await batch(events)).toMatchObject({ status: 202, body: { accepted: 3 } })
    }
    expect(await rows('site_interactions', sessionId)).toHaveLength(2)
  })

  test('without a client id is another event', async () => {
    const sessionId = newVisit()
    await interact(clicked(sessionId))
    await interact(clicked(sessionId))
    expect(await rows('site_interactions', sessionId)).toHaveLength(2)
  })

  test('of another visitor’s client id is an event of its own', async () => {
    const clientId = randomUUID()
    const [mine, theirs] = [newVisit(), newVisit()]
    await interact(clicked(mine, { clientId }))
    await interact(clicked(theirs, { clientId }))
    expect(await rows('site_interactions', mine)).toHaveLength(1)
    expect(await rows('site_interactions', theirs)).toHaveLength(1)
  })

  test('of fifty at once is one', async () => {
    const sessionId = newVisit()
    const body = clicked(sessionId, { clientId: randomUUID() })
    const answers = await Promise.all(Array.from({ length: 50 }, () => interact(body)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]))
    expect((await logged(sessionId)).map(({ type }) => type)).toEqual(['VisitStarted', 'InteractionTracked'])
  })
})

describe('a batch', () => {
  const click = (sessionId: string) => ({
    kind: 'interaction',
    ...clicked(sessionId, { clientId: randomUUID() }),
  })

  test('takes both kinds and several visits, and begins each visit once', async () => {
    const [one, other] = [newVisit(), newVisit()]
    const analytics = { kind: 'analytics', ...measured(one, { clientId: randomUUID() }) }
    expect(await batch([click(one), analytics, click(other)])).toMatchObject({
      status: 202,
      body: { accepted: 3 },
    })
    const types = async (sessionId: string) => (await logged(sessionId)).map(({ type }) => type)
    expect(await types(one)).toEqual(['VisitStarted', 'InteractionTracked', 'AnalyticsEventTracked'])
    expect(await types(other)).toEqual(['VisitStarted', 'InteractionTracked'])
  })

  test('takes fifty events, and not one more', async () => {
    const sessionId = newVisit()
    const events = Array.from({ length: 51 }, () => click(sessionId))
    expect((await batch(events.slice(1))).status).toBe(202)
    expect(await batch(events)).toMatchObject({ status: 400, body: { message: 'Al massimo 50 eventi' } })
  })

  test('is whole or not at all', async () => {
    const sessionId = newVisit()
    expect((await batch([click(sessionId), { ...click(sessionId), page: '' }])).status).toBe(400)
    expect(await logged(sessionId)).toEqual([])
  })

  test('of more than 64 KiB is too large', async () => {
    const sessionId = newVisit()
    const page = `https://example.com/${'x'.repeat(2000)}`
    const events = Array.from({ length: 40 }, () => ({ ...click(sessionId), page }))
    expect((await batch(events)).status).toBe(413)
  })

  test.each([
    [{ events: [] }],
    [{}],
    [{ events: [{ kind: 'gossip', clientId: randomUUID(), sessionId: 'x', page: '/' }] }],
    [{ events: [{ kind: 'interaction', sessionId: 'x', eventType: 'y', page: '/' }] }],
  ])('%j is refused', async body => {
    expect((await product.visitor().post('/api/tracking/batch', body)).status).toBe(400)
  })
})

describe('consent', () => {
  const choose = (choice: string, sessionId: string) =>
    product.visitor().post('/api/consent', { choice }, { headers: { 'x-visit-id': sessionId } })

  test('is kept in a cookie that pages can read, and in the visit', async () => {
    const sessionId = newVisit()
    const answer = await choose('all', sessionId)
    expect(answer).toMatchObject({ status: 200, body: { choice: 'all' } })
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/^consent=all;.*SameSite=Lax/)
    expect(cookie).not.toMatch(/HttpOnly/)
    expect(await rows('visits', sessionId)).toMatchObject([{ consent: 'all' }])
    await choose('none', sessionId)
    expect(await rows('visits', sessionId)).toMatchObject([{ consent: 'none' }])
  })

  test('without a visit only the cookie is set, and another choice is refused', async () => {
    const visitor = product.visitor()
    expect((await visitor.post('/api/consent', { choice: 'none' })).status).toBe(200)
    expect(visitor.cookies.get('consent')).toBe('none')
    expect((await visitor.post('/api/consent', { choice: 'maybe' })).status).toBe(400)
  })
})

test('a visit shows its page views, its pages and what it came to', async () => {
  const sessionId = newVisit()
  const options = { headers: { ...consenting.headers, 'x-visit-id': sessionId } }
  for (const page of ['https://example.com/', 'https://example.com/strategies', 'https://example.com/']) {
    await interact(clicked(sessionId, { eventType: 'page_view', page }), options)
  }
  const lead = { name: 'Anna', email: 'a@example.com', plan: 'starter', deposit: '500' }
  await product.visitor().post('/api/leads', lead, options)
  expect(await rows('visits', sessionId)).toMatchObject([
    {
      pageViews: 3,
      pages: ['https://example.com/', 'https://example.com/strategies'],
      consent: 'all',
      leadAt: expect.any(Date),
      questionnaireAt: null,
      registeredAt: null,
    },
  ])
})

test('an address that tracks too much waits, others do not', async () => {
  const strict = await openProduct({ limitScale: 0.005 })
  try {
    const call = (address: string) =>
      strict.visitor().post('/api/tracking/interaction', clicked('session_flood'), { address })
    const answers = []
    for (let count = 0; count < 15; count++) answers.push(await call('198.51.100.30'))
    const refused = answers.find(({ status }) => status === 429)
    expect(answers[0]?.status).toBe(202)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await call('198.51.100.31')).status).toBe(202)
  } finally {
    await strict[Symbol.asyncDispose]()
  }
})
