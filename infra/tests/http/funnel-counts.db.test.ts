import type { FunnelResult, UnitsPage } from '@tba/events/funnels/views.ts'
import { waitFor } from '@tba/testing/wait.ts'
import { lead } from '../support/sample-forms.ts'
import { ownProductWithJobs } from '../support/shared.ts'
import { newVisit } from '../support/tracker.ts'
import { firefox, iphone as phone, googlebot as robot } from '../support/user-agents.ts'
import { answered, everyPage, type Visitor } from '../support/visitor.ts'

const { product, console } = await ownProductWithJobs({ limitScale: 1_000 })

const page = 'https://example.com/'
const began = Date.now()
const fromNow = (days: number) => new Date(began + days * 86_400_000).toISOString()
const seen = { event: 'InteractionTracked', where: [{ field: 'eventType', op: 'is', value: 'page_view' }] }
const pressed = { ...seen, where: [{ field: 'elementId', op: 'startsWith', value: 'hero' }] }
const funnel = (more: object = {}) => ({
  by: 'visit',
  steps: [seen, pressed, { event: 'LeadSubmitted' }],
  windowSeconds: 3_600,
  from: fromNow(-1),
  to: fromNow(1),
  ...more,
})

type Seen = { userAgent?: string; referrer?: string; at?: string }

/** A visit with a page view and the first `done` of: pressing the button, leaving a lead. */
async function visit(done: number, { userAgent = firefox, referrer = '', at = page }: Seen = {}) {
  const visitor = product.visitor()
  const visitId = newVisit()
  const headers = { 'x-visit-id': visitId, 'user-agent': userAgent }
  await track(visitor, headers, { eventType: 'page_view', page: at, referrer })
  await visitor.post('/api/consent', { choice: 'all' }, { headers })
  if (done > 0) await track(visitor, headers, { eventType: 'button_click', elementId: 'hero-cta', page: at })
  const body = { ...lead, email: `a-${crypto.randomUUID()}@example.com` }
  if (done > 1) expect((await visitor.post('/api/leads', body, { headers })).status).toBe(201)
  return { visitId, visitor, headers }
}

async function track(visitor: Visitor, headers: Record<string, string>, event: object) {
  const body = { sessionId: headers['x-visit-id'], clientId: crypto.randomUUID(), ...event }
  expect((await visitor.post('/api/tracking/interaction', body, { headers })).status).toBe(202)
}

const run = async (definition: object) =>
  answered<FunnelResult>(await console.ask('/api/admin/funnels/run', definition))
const counts = ({ steps }: Pick<FunnelResult, 'steps'>) => steps.map(({ count }) => count)

async function units(request: object) {
  const ask = async (cursor: string) => {
    const more = cursor && { cursor: cursor.slice('&cursor='.length) }
    const answer = await console.ask('/api/admin/funnels/visits', { ...request, limit: 2, ...more })
    return answered<UnitsPage>(answer)
  }
  return (await everyPage(ask)).flatMap(page => page.units)
}

const visits: Awaited<ReturnType<typeof visit>>[] = []
beforeAll(async () => {
  visits.push(await visit(0, { userAgent: phone, at: `${page}?utm_source=Giornale` }))
  visits.push(await visit(1, { userAgent: phone, referrer: 'https://www.google.com/search' }))
  visits.push(await visit(2))
  visits.push(await visit(2, { at: `${page}?utm_source=giornale` }))
  await visit(2, { userAgent: robot })
})

describe('by visit', () => {
  test('counts the visits that completed each step, without robots', async () => {
    const result = await run(funnel())
    expect(counts(result)).toEqual([4, 3, 2])
    expect(result.steps.map(({ dropped, conversion }) => [dropped, conversion])).toEqual([
      [1, 100],
      [1, 75],
      [0, 50],
    ])
    expect(result.steps[1]?.medianSeconds).toBeGreaterThan(0)
    expect(counts(await run(funnel({ bots: true })))).toEqual([5, 4, 3])
  })

  test('a bar opens exactly the visits that it counts, page by page, while new ones arrive', async () => {
    const reached = units({ ...funnel(), step: 2, outcome: 'reached' })
    const ids = (await reached).map(({ id }) => id)
    const expected = visits.slice(1).map(({ visitId }) => visitId)
    expect(ids.toSorted()).toEqual(expected.toSorted())
    const dropped = await units({ ...funnel(), step: 2, outcome: 'dropped' })
    expect(dropped).toMatchObject([{ id: visits[1]?.visitId, reached: 2 }])
  })

  test('the list of a relative period refuses a cursor with an impossible time', async () => {
    const { from: _, to: __, ...definition } = funnel({ period: '30d', step: 1, outcome: 'reached' })
    const position = await product.store.head()
    const cursor = Buffer.from(JSON.stringify([position, [position, '1'], 1e300])).toString('base64url')
    expect(await console.ask('/api/admin/funnels/visits', { ...definition, cursor })).toMatchObject({
      status: 400,
      body: { message: 'Cursore non valido' },
    })
  })

  test('each device has its own counts, and opens its visits', async () => {
    const { breakdown } = await run(funnel({ breakdown: 'device' }))
    expect(breakdown?.map(({ value, steps }) => [value, ...counts({ steps })])).toEqual([
      ['desktop', 2, 2, 2],
      ['mobile', 2, 1, 0],
    ])
    const mobile = { ...funnel({ breakdown: 'device' }), step: 2, outcome: 'reached', value: 'mobile' }
    expect((await units(mobile)).map(({ id }) => id)).toEqual([visits[1]?.visitId])
  })
})

test('the builder offers the event types of the log, with fields and frequent values', async () => {
  const { body } = await console.get('/api/admin/funnels/fields')
  const { types } = body as { types: { type: string; fields: { path: string; values: string[] }[] }[] }
  const fields = types.find(({ type }) => type === 'InteractionTracked')?.fields
  expect(fields?.find(({ path }) => path === 'eventType')?.values.toSorted()).toEqual([
    'button_click',
    'page_view',
  ])
  expect(fields?.find(({ path }) => path === 'page')?.values).toEqual(['/'])
  expect(types.map(({ type }) => type)).not.toContain('BotActivated')
})

test('shows the next actions and the refusals of visitors who left at a step', async () => {
  const { visitor, headers } = await visit(1)
  const refused = await visitor.post('/api/leads', { name: 'Anna' }, { headers })
  expect(refused.status).toBe(400)
  await track(visitor, headers, { eventType: 'button_click', elementText: 'Contatti', page })
  const answer = await waitFor(async () => {
    const { body } = await console.ask('/api/admin/funnels/instead', { ...funnel(), step: 2 })
    expect(body).toMatchObject({ refusals: [{ action: 'POST /api/leads', count: 1 }] })
    return body
  })
  const lost = (await run(funnel())).steps[1]?.dropped
  const contacts = { field: 'elementText', op: 'is', value: 'Contatti' }
  const { next } = answer as { next: { where: object[]; count: number }[] }
  expect(answer).toMatchObject({ count: lost })
  expect(next.find(({ where }) => JSON.stringify(where).includes('Contatti'))).toMatchObject({
    event: 'InteractionTracked',
    where: expect.arrayContaining([contacts]),
    count: 1,
  })
})
