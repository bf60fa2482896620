import type { Daily } from '@tba/events/admins/views.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import type { OverviewView } from '@tba/events/overview/views.ts'
import type { PathTree } from '@tba/events/paths/views.ts'
import type { RetentionResult } from '@tba/events/retention/views.ts'
import { daysAfter, romeDay, startOfDay } from '@tba/events/rome-day.ts'
import type { TrendResult } from '@tba/events/trends/views.ts'
import { newcomer } from '../support/product.ts'
import { lead, questionnaire } from '../support/sample-forms.ts'
import { ownProduct } from '../support/shared.ts'
import { firefox, googlebot, iphone } from '../support/user-agents.ts'
import { answered } from '../support/visitor.ts'

const { product, console } = await ownProduct({ limitScale: 1_000 })

const day = romeDay(new Date())
const at = (days: number) => new Date(startOfDay(daysAfter(day, days))).toISOString()
const period = { from: at(-1), to: at(2) }
const query = new URLSearchParams(period)

type Seen = { userAgent?: string; referrer?: string; consent?: boolean }

async function visit({ userAgent = firefox, referrer, consent = true }: Seen = {}) {
  const sessionId = `numeri-${crypto.randomUUID()}`
  const headers = { 'x-visit-id': sessionId, 'user-agent': userAgent }
  const visitor = product.visitor()
  const events = ['/', '/prezzi'].map(page => ({
    kind: 'interaction',
    sessionId,
    clientId: crypto.randomUUID(),
    eventType: 'page_view',
    page: `https://example.com${page}`,
    userAgent,
    referrer,
  }))
  expect((await visitor.post('/api/tracking/batch', { events }, { headers })).status).toBe(202)
  if (consent) await visitor.post('/api/consent', { choice: 'all' }, { headers })
  return async (path: string, body: object, status: number) =>
    expect((await visitor.post(path, body, { headers })).status, path).toBe(status)
}

/** In this order only: a position that all numbers are of. */
beforeAll(async () => {
  const anna = await visit({ referrer: 'https://www.google.com/search' })
  await anna('/api/leads', { ...lead, email: 'anna@example.com' }, 201)
  await anna('/api/questionnaire', { ...questionnaire, email: 'anna@example.com' }, 201)
  await anna('/api/register', newcomer('anna@example.com'), 201)
  await anna('/api/user/progress', { plan: 'elite', deposit: 3_000 }, 201)
  await (await visit({ userAgent: iphone }))('/api/leads', { ...lead, email: 'bea@example.com' }, 201)
  const carla = await visit({ consent: false })
  await carla('/api/leads', { ...lead, email: 'carla@example.com' }, 201)
  await carla('/api/register', newcomer('carla@example.com'), 201)
  await visit({ userAgent: googlebot })
})

const overview = (more = '') => console.read<OverviewView>(`/api/admin/overview?${query}&${more}`)
const listed = async (path: string, list: string) =>
  ((await console.read<Record<string, unknown>>(path))[list] as object[]).length
const visits = (more: string) => listed(`/api/admin/visits?${query}&bots=false&${more}`, 'visits')
const history = (...types: string[]) =>
  listed(
    `/api/admin/events?${new URLSearchParams([...query, ...types.map(type => ['type', type])])}`,
    'events',
  )
const requests = (more: string) => listed(`/api/admin/requests?view=all&${more}`, 'requests')
const daily = async (of: 'visits' | 'leads' | 'questionnaires') =>
  (await console.read<Daily>('/api/admin/daily')).reduce((sum, each) => sum + each[of], 0)

const ask = async <T>(path: string, body: object) =>
  answered<T>(await console.ask(`/api/admin/${path}`, body))
const trend = async (count: string, ...events: string[]) => {
  const definition = { series: events.map(event => ({ event })), count, interval: 'day', ...period }
  const { series } = await ask<TrendResult>('trends/run', definition)
  return series.reduce((sum, { total }) => sum + (total ?? 0), 0)
}
const funnel = async (by: string, events: string[], more = {}) => {
  const steps = events.map(event => ({ event }))
  const result = await ask<FunnelResult>('funnels/run', {
    by,
    steps,
    windowSeconds: 3_600,
    ...period,
    ...more,
  })
  return { result, reached: result.steps.at(-1)?.count ?? -1, entered: result.steps[0]?.count ?? -1 }
}
const paths = async (event: string, by: string) =>
  (await console.read<PathTree>(`/api/admin/paths?event=${event}&by=${by}&${query}`)).count
const cohorts = async (by: string, event: string) => {
  const step = { event, where: [] }
  const asked = { by, entry: step, action: step, unit: 'day', mode: 'in', first: 'ever', ...period }
  const result = await ask<RetentionResult>('retention/run', asked)
  return result.cohorts.reduce((sum, { size }) => sum + size, 0)
}
const sql = async (text: string) =>
  Number((await ask<{ rows: unknown[][] }>('sql', { query: text })).rows[0]?.[0] ?? -1)
const events = (...types: string[]) =>
  sql(`select count(*) from events where type in (${types.map(type => `'${type}'`).join()})`)
const sumOf = <T>(list: readonly T[], of: (each: T) => number) =>
  list.reduce((sum, each) => sum + of(each), 0)

type Numbers = Record<string, () => Promise<number>>

/** Each screen that can answer the question. */
const questions: [question: string, number: number, screens: Numbers][] = [
  [
    'visits',
    3,
    {
      overview: async () => (await overview()).totals.visits,
      'its days': async () => sumOf((await overview()).perDay, ({ visits }) => visits),
      'its hours': async () => sumOf((await overview()).hours.flat(), visits => visits),
      'its sources': async () => sumOf((await overview()).sources, ({ visits }) => visits),
      'its devices': async () => sumOf((await overview()).devices, ({ visits }) => visits),
      dashboard: () => daily('visits'),
      visits: () => visits(''),
      trend: () => trend('visits', 'VisitStarted'),
      funnel: async () => (await funnel('visit', ['VisitStarted', 'LeadSubmitted'])).entered,
      paths: () => paths('VisitStarted', 'visit'),
      retention: () => cohorts('visit', 'VisitStarted'),
      sql: () => sql('select count(*) from visits where robot is null'),
    },
  ],
  [
    'visits from google',
    1,
    {
      overview: async () => (await overview()).sources.find(({ value }) => value === 'google')?.visits ?? -1,
      filtered: async () => (await overview('source=google')).totals.visits,
      visits: () => visits('source=google'),
      funnel: async () => {
        const { result } = await funnel('visit', ['VisitStarted', 'LeadSubmitted'], { breakdown: 'source' })
        return result.breakdown?.find(({ value }) => value === 'google')?.steps[0]?.count ?? -1
      },
      trend: async () => {
        const series = [{ event: 'VisitStarted' }]
        const asked = { series, count: 'visits', interval: 'day', breakdown: 'source', ...period }
        const [all] = (await ask<TrendResult>('trends/run', asked)).series
        return all?.groups?.find(({ value }) => value === 'google')?.total ?? -1
      },
      sql: () => sql("select count(*) from visits where robot is null and source = 'google'"),
    },
  ],
  [
    'visits with a registration',
    1,
    {
      overview: async () => (await overview()).totals.converted,
      visits: () => visits('registered=true'),
      funnel: async () => (await funnel('visit', ['VisitStarted', 'AccountRegistered'])).reached,
      trend: () => trend('visits', 'AccountRegistered'),
      paths: () => paths('AccountRegistered', 'visit'),
    },
  ],
  [
    'leads',
    3,
    {
      overview: async () => (await overview()).totals.leads,
      dashboard: () => daily('leads'),
      requests: () => requests('kind=lead'),
      history: () => history('LeadSubmitted'),
      trend: () => trend('events', 'LeadSubmitted'),
      sql: () => events('LeadSubmitted'),
    },
  ],
  [
    'requests',
    4,
    {
      overview: async () => (await overview()).totals.requests,
      requests: () => requests(''),
      outcomes: async () => {
        const path = `/api/admin/requests/outcomes?${query}&by=plan`
        return sumOf((await console.read<{ rows: { requests: number }[] }>(path)).rows, row => row.requests)
      },
      history: () => history('LeadSubmitted', 'QuestionnaireSubmitted'),
      trend: () => trend('events', 'LeadSubmitted', 'QuestionnaireSubmitted'),
      sql: () => events('LeadSubmitted', 'QuestionnaireSubmitted'),
    },
  ],
  [
    'registrations',
    2,
    {
      overview: async () => (await overview()).totals.registrations,
      customers: () => listed('/api/admin/customers', 'customers'),
      history: () => history('AccountRegistered'),
      trend: () => trend('events', 'AccountRegistered'),
      funnel: async () => (await funnel('customer', ['AccountRegistered', 'PlanActivated'])).entered,
      retention: () => cohorts('customer', 'AccountRegistered'),
      sql: () => events('AccountRegistered'),
    },
  ],
  [
    'registrations that no visit carries',
    1,
    {
      overview: async () => (await overview()).unplaced.registrations,
      trend: async () =>
        (await trend('events', 'AccountRegistered')) - (await trend('visits', 'AccountRegistered')),
      sql: () => sql("select count(*) from events where type = 'AccountRegistered' and visit is null"),
    },
  ],
  [
    'plans activated',
    1,
    {
      overview: async () => (await overview()).totals.plans,
      history: () => history('PlanActivated'),
      trend: () => trend('events', 'PlanActivated'),
      funnel: async () => (await funnel('customer', ['AccountRegistered', 'PlanActivated'])).reached,
      sql: () => events('PlanActivated'),
    },
  ],
  [
    'persons who left a lead',
    3,
    {
      trend: () => trend('persons', 'LeadSubmitted'),
      funnel: async () => (await funnel('person', ['LeadSubmitted', 'PlanActivated'])).entered,
      paths: () => paths('LeadSubmitted', 'person'),
      retention: () => cohorts('person', 'LeadSubmitted'),
    },
  ],
  [
    'persons with several parts under one address',
    2,
    {
      funnel: async () =>
        (await funnel('person', ['LeadSubmitted', 'PlanActivated'])).result.joined?.address ?? -1,
      paths: async () => {
        const path = `/api/admin/paths?event=LeadSubmitted&by=person&${query}`
        return (await console.read<PathTree>(path)).joined?.address ?? -1
      },
      retention: async () => {
        const step = { event: 'LeadSubmitted', where: [] }
        const asked = { entry: step, action: step, unit: 'day', mode: 'in', first: 'ever', ...period }
        return (await ask<RetentionResult>('retention/run', { by: 'person', ...asked })).joined?.address ?? -1
      },
    },
  ],
]

test.each(questions)('each screen tells as many %s: %i', async (_question, number, screens) => {
  const told: Record<string, number> = {}
  for (const [screen, read] of Object.entries(screens)) told[screen] = await read()
  expect(told).toEqual(Object.fromEntries(Object.keys(screens).map(screen => [screen, number])))
})
