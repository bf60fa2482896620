import type { Filter } from '@tba/events/filters/filter.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import type { HistoryPage } from '@tba/events/history/views.ts'
import type { OverviewView } from '@tba/events/overview/views.ts'
import type { PathTree } from '@tba/events/paths/views.ts'
import type { RetentionView } from '@tba/events/retention/views.ts'
import type { TrendResult } from '@tba/events/trends/views.ts'
import type { VisitRow } from '@tba/events/visits/views.ts'
import { newcomer } from '../support/product.ts'
import { ownProduct } from '../support/shared.ts'
import { firefox, iphone } from '../support/user-agents.ts'

const { product, console } = await ownProduct()
const period = { from: '2020-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' }
const days = {
  from: new Date(Date.now() - 86_400_000).toISOString(),
  to: new Date(Date.now() + 86_400_000).toISOString(),
}
const started = { event: 'VisitStarted' }

/** One that a bad request ends in, and one that becomes a customer. */
async function browse(sessionId: string, userAgent: string, language: string, pages: string[]) {
  const events = pages.map(page => ({
    kind: 'interaction',
    sessionId,
    clientId: crypto.randomUUID(),
    eventType: 'page_view',
    userAgent,
    page: `https://example.com${page}`,
  }))
  const headers = { 'x-visit-id': sessionId, 'user-agent': userAgent, 'accept-language': language }
  const visitor = product.visitor()
  expect((await visitor.post('/api/tracking/batch', { events }, { headers })).status).toBe(202)
  return { visitor, headers }
}

beforeAll(async () => {
  const wrong = await browse('filtri-uno', firefox, 'it-IT,it;q=0.9', ['/prezzi', '/faq'])
  expect((await wrong.visitor.post('/api/leads', {}, { headers: wrong.headers })).status).toBe(400)
  const { visitor, headers } = await browse('filtri-due', iphone, 'en', ['/', '/auth'])
  await visitor.post('/api/consent', { choice: 'all' }, { headers })
  expect((await visitor.post('/api/register', newcomer('due@example.com'), { headers })).status).toBe(201)
  await browse('filtri-tre', firefox, 'fr', ['/'])
  const unseen = await product.visitor().post('/api/register', newcomer('senza-visita@example.com'))
  expect(unseen.status).toBe(201)
  await console.get('/api/admin/visits')
})

type Asked = { filters?: unknown; segment?: { id: string; revision: number } }
const address = ({ filters, segment }: Asked) =>
  new URLSearchParams({
    ...(filters !== undefined && { filters: JSON.stringify(filters) }),
    ...(segment && { segment: JSON.stringify(segment) }),
  })
const funnel = (by: string) => ({
  by,
  steps: [started, { event: 'InteractionTracked' }],
  windowSeconds: 600,
  ...period,
})

/** The address or the body of each call that counts visits, and how many it found. */
const calls: Record<string, (asked: Asked) => Promise<number>> = {
  overview: async asked =>
    (await console.read<OverviewView>(`/api/admin/overview?${new URLSearchParams(days)}&${address(asked)}`))
      .totals.visits,
  visits: async asked =>
    (await console.read<{ visits: VisitRow[] }>(`/api/admin/visits?${address(asked)}`)).visits.length,
  funnel: async asked => {
    const { body } = await console.ask('/api/admin/funnels/run', { ...funnel('visit'), ...asked })
    return (body as FunnelResult).steps[0]?.count ?? -1
  },
  units: async asked => {
    const bar = { ...funnel('visit'), ...asked, step: 1, outcome: 'reached' }
    const { body } = await console.ask('/api/admin/funnels/visits', bar)
    return (body as { units: object[] }).units.length
  },
  trend: async asked => {
    const trend = { series: [started], count: 'visits', interval: 'month', period: 'today', ...asked }
    const { body } = await console.ask('/api/admin/trends/run', trend)
    return (body as TrendResult).series[0]?.total ?? -1
  },
  events: async asked =>
    (await console.read<HistoryPage>(`/api/admin/events?type=VisitStarted&${address(asked)}`)).events.length,
  paths: async asked =>
    (await console.read<PathTree>(`/api/admin/paths?event=VisitStarted&${address(asked)}`)).count,
  retention: async asked => {
    const query = `by=visit&cohort=VisitStarted&action=InteractionTracked&${address(asked)}`
    const { rows } = await console.read<RetentionView>(`/api/admin/retention?${query}`)
    return rows.reduce((sum, { size }) => sum + size, 0)
  },
}

const questions: [visits: number, ...Filter[]][] = [
  [3],
  [2, { field: 'page', op: 'is', values: ['/'] }],
  [1, { field: 'page', op: 'isNot', values: ['/'] }],
  [
    1,
    { field: 'language', op: 'is', values: ['it-IT'] },
    { field: 'exitPage', op: 'contains', values: ['faq'] },
  ],
  [0, { field: 'language', op: 'is', values: ['it-IT'] }, { field: 'device', op: 'is', values: ['mobile'] }],
  [1, { field: 'refusal', op: 'isNot', values: [null] }],
  [2, { field: 'outcome', op: 'is', values: ['lead', null] }],
]

test.each(questions)('each page answers the same question with %i', async (visits, ...filters) => {
  for (const [call, count] of Object.entries(calls))
    expect([call, await count({ filters })]).toEqual([call, visits])
})

test('a segment means its filters at a revision, beside others', async () => {
  const path = '/api/admin/segments'
  const body = { name: 'Dal telefono', filters: [{ field: 'device', op: 'is', values: ['mobile'] }] }
  const id = await console.create(path, body)
  const changed = { name: 'Dal computer', filters: [{ field: 'device', op: 'is', values: ['desktop'] }] }
  expect((await console.call('PUT', `${path}/${id}`, changed)).body).toMatchObject({ revision: 1 })
  const french = [{ field: 'language', op: 'is', values: ['fr'] }]
  for (const [call, count] of Object.entries(calls)) {
    const [before, after] = [0, 1].map(revision => ({ id, revision }))
    const found = [
      await count({ segment: before }),
      await count({ segment: after }),
      await count({ segment: before, filters: french }),
      await count({ segment: after, filters: french }),
    ]
    expect([call, ...found]).toEqual([call, 1, 2, 0, 1])
  }
  const refused = await console.ask('/api/admin/funnels/run', {
    ...funnel('visit'),
    segment: { id, revision: 2 },
  })
  expect(refused).toMatchObject({ status: 400, body: { message: 'Segmento non trovato a questa revisione' } })
})

test('a customer meets filters by a visit; who has none is counted beside', async () => {
  const steps = [{ event: 'AccountRegistered' }, { event: 'PlanActivated' }]
  const definition = { ...funnel('customer'), steps }
  const run = async (...filters: Filter[]) =>
    (await console.ask('/api/admin/funnels/run', { ...definition, filters })).body as FunnelResult
  const found = ({ steps: [first], unplaced }: FunnelResult) => [first?.count, unplaced]
  expect(found(await run())).toEqual([2, undefined])
  expect(found(await run({ field: 'language', op: 'is', values: ['en'] }))).toEqual([1, 1])
  expect(found(await run({ field: 'language', op: 'isNot', values: ['en'] }))).toEqual([0, 1])
  expect(found(await run({ field: 'plan', op: 'is', values: [null] }))).toEqual([2, undefined])
})

test.each([
  [[{ field: 'eta', op: 'is', values: ['1'] }], 'Campo di un filtro sconosciuto: eta'],
  [[{ field: 'page', op: 'contains', values: [null] }], 'Per «contiene» serve un testo'],
  [[{ field: 'plan', op: 'is', values: ['elite'] }], 'Il piano è di un cliente o di una persona'],
])('%j is refused with a sentence', async (filters, sentence) => {
  const body = { ...funnel('visit'), filters }
  const answers = [
    await console.ask('/api/admin/funnels/run', body),
    await console.get(`/api/admin/visits?${address({ filters })}`),
    await console.get(`/api/admin/overview?${new URLSearchParams(days)}&${address({ filters })}`),
  ]
  for (const { status, text } of answers) {
    expect(status).toBe(400)
    expect(text).toContain(sentence)
  }
})
