import type { QuestionView } from '@tba/events/questions/views.ts'
import { z } from 'zod'
import { lead } from '../support/sample-forms.ts'
import { ownProduct } from '../support/shared.ts'

const { product, console } = await ownProduct()
expect((await product.visitor().post('/api/leads', lead)).status).toBe(201)
const [event] = await product.recorded({ type: 'LeadSubmitted' })

const [from, to] = ['2026-01-01T00:00:00.000Z', new Date(Date.now() + 86_400_000).toISOString()]
const steps = [{ event: 'LeadSubmitted' }, { event: 'AccountRegistered' }]
const funnel = { steps, by: 'person', from, to, windowSeconds: 86_400 }
const retention = {
  by: 'person',
  entry: { event: 'LeadSubmitted' },
  action: { event: 'AccountRegistered' },
  unit: 'day',
  mode: 'in',
  first: 'ever',
  from,
  to,
}
const trend = { series: steps, count: 'persons', interval: 'month', from, to }
const at = `from=${from}&to=${to}`

const saved = await console.create('/api/admin/funnels', { name: 'Dal contatto al conto', ...funnel })

const savedTrend = await console.create('/api/admin/trends', { name: 'Contatti', ...trend })

const outcomes = { kind: 'outcomes', definition: { period: '90d', by: 'plan' } }
const report = await console.create('/api/admin/reports', { title: 'Richieste', parts: [outcomes] })

/** What to ask of each call that counts, after its path or in its body. */
const inputs: Record<string, string | object> = {
  'POST /api/admin/funnels/run': funnel,
  'POST /api/admin/funnels/visits': { ...funnel, step: 1, outcome: 'reached', limit: 5 },
  'POST /api/admin/funnels/instead': { ...funnel, step: 1 },
  'POST /api/admin/trends/run': { ...trend, breakdown: 'source' },
  'POST /api/admin/trends/units': { ...trend, at: { series: 0 } },
  'GET /api/admin/funnels/fields': '',
  'GET /api/admin/funnels/{id}': saved,
  'GET /api/admin/trends/{id}': savedTrend,
  'GET /api/admin/reports/{id}': report,
  'POST /api/admin/alarms/try': {
    series: [{ event: 'LeadSubmitted' }],
    count: 'events',
    kind: 'silence',
    hours: 6,
  },
  'GET /api/admin/overview': `?${at}`,
  'GET /api/admin/paths': `?event=LeadSubmitted&${at}`,
  'GET /api/admin/paths/visits': `?event=LeadSubmitted&${at}&way=fine`,
  'GET /api/admin/retention': `?cohort=AccountRegistered&action=SessionOpened&${at}`,
  'GET /api/admin/retention/customers': `?cohort=AccountRegistered&action=SessionOpened&${at}&monday=2026-01-05`,
  'POST /api/admin/retention/run': retention,
  'POST /api/admin/retention/units': { ...retention, at: { start: from, index: 0 } },
  'GET /api/admin/events': '?type=LeadSubmitted',
  'GET /api/admin/events/{id}': String(event?.id),
  'GET /api/admin/visits': `?${at}`,
  'GET /api/admin/visits/{id}': 'session_1700000000000_none',
}

const operations = z.record(z.string(), z.record(z.string(), z.looseObject({ responses: z.looseObject({}) })))
const { paths } = z.object({ paths: operations }).parse((await product.visitor().get('/api/docs/json')).body)
const counting = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { responses }]) =>
    responses[200] && responses[202] ? [`${method.toUpperCase()} ${path}`] : [],
  ),
)

test('every call that counts has a line here', () =>
  expect(counting.toSorted()).toEqual(Object.keys(inputs).toSorted()))

/** Without the time of the count. */
const timeless = (body: unknown) =>
  JSON.parse(JSON.stringify(body, (key, value) => (key === 'countedAt' ? 0 : value)))

test.each(Object.entries(inputs))('%s answers later what it would have answered', async (call, input) => {
  const [, path = ''] = call.split(' ')
  const url = typeof input === 'string' ? path.replace('{id}', '') + input : path
  const ask = (headers = {}) =>
    typeof input === 'string'
      ? console.get(url, { headers })
      : console.call('POST', url, input, { headers: { ...headers } })
  const { status, body } = await ask()
  const asked = await ask({ prefer: 'respond-async' })
  expect([asked.status, asked.headers['preference-applied']]).toEqual([202, 'respond-async'])
  const { id } = asked.body as { id: string }
  const view = () => console.read<QuestionView>(`/api/admin/questions/${id}`)
  await expect.poll(async () => (await view()).state).not.toBe('running')
  const { result, ...ended } = await view()
  if (status === 200) expect([ended.state, timeless(result)]).toEqual(['done', timeless(body)])
  else
    expect(ended).toMatchObject({ state: 'failed', status, message: (body as { message: string }).message })
})
