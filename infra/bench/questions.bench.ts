import { setTimeout as pause } from 'node:timers/promises'
import { openProduct, type Product } from './console/product.ts'
import { type Bench, timed } from './harness.ts'
import { memoryMb } from './services.ts'

/**
 * Each question of analysts over the whole of the console's large log, asked as the console asks: it may take 10 minutes. Beside it
 * a small one, about an hour of the log. The period ends elsewhere each time, because a cached answer takes no time.
 */
type Question = { path: string; body: (shifted: { from: string; to: string }, shift: number) => object }

const tracked = { event: 'InteractionTracked' }
const viewed = { ...tracked, where: [{ field: 'page', op: 'is', value: '/prezzi' }] }
const byTrend = { count: 'visits', interval: 'day' }
const mobile = { field: 'device', op: 'is', values: ['mobile'] }

const funnel = (by: string, steps: object[]): Question => ({
  path: 'funnels/run',
  body: (period, shift) => ({ by, steps, ...period, windowSeconds: 86_400 + shift }),
})
const retention = (by: string, entry: string, more = {}): Question => ({
  path: 'retention/run',
  body: period => ({
    by,
    entry: { event: entry },
    action: tracked,
    unit: 'week',
    mode: 'in',
    first: 'ever',
    ...more,
    ...period,
  }),
})
const trend = (more: object): Question => ({
  path: 'trends/run',
  body: period => ({ series: [tracked], ...byTrend, ...more, ...period }),
})
const bought = [{ event: 'AccountRegistered' }, { event: 'PlanActivated' }]

const questions: Record<string, Question> = {
  'funnel by visit': funnel('visit', [{ event: 'VisitStarted' }, viewed, { event: 'LeadSubmitted' }]),
  'funnel by visit, of mobiles': {
    path: 'funnels/run',
    body: (period, shift) => ({
      by: 'visit',
      steps: [viewed, { event: 'LeadSubmitted' }],
      filters: [mobile],
      ...period,
      windowSeconds: 86_400 + shift,
    }),
  },
  'funnel by customer': funnel('customer', bought),
  'funnel by person': funnel('person', [{ event: 'LeadSubmitted' }, ...bought]),
  'retention by visit': retention('visit', 'VisitStarted'),
  'retention by person, by plan': retention('person', 'AccountRegistered', {
    breakdown: 'plan',
    planAt: 'return',
  }),
  trend: trend({}),
  'trend by source': trend({ breakdown: 'source' }),
  'trend of persons by plan': trend({
    series: [{ event: 'PlanActivated' }],
    count: 'persons',
    breakdown: 'plan',
  }),
}
/** Questions that an address asks. */
const addresses = {
  Panoramica: 'overview',
  'paths of depth 5': 'paths?event=VisitStarted&depth=5',
  'visits of mobiles': `visits?filters=${encodeURIComponent(JSON.stringify([mobile]))}`,
}

/** In ms, for all of a log with this many visits of ten events. */
const limitOf = (visits: number, name: string) =>
  visits > 600_000 ? 60_000 : visits > 120_000 ? 1_500 : /^trend .*by/.test(name) ? 400 : 300

/** The log has a month, and each copy lies 12 days before the next one. */
const daysOf = (copies: number) => 18 + 12 * copies

export async function measure(bench: Bench): Promise<void> {
  const visits = bench.visitsOr(500_000) * bench.copies
  const product = await openProduct(bench.visitsOr(500_000), bench.opened, bench.copies)
  const beside = bench.figure('a small question beside each', 'ms', { max: 500 })
  let shift = 0
  const from = new Date(Date.now() - daysOf(bench.copies) * 86_400_000).toISOString()
  const period = () => ({ from, to: new Date(Date.now() - ++shift).toISOString() })
  const all = [
    ...Object.entries(questions).map(([name, { path, body }]) => ({
      name,
      one: () => product.askLong(`/api/admin/${path}`, body(period(), shift)),
    })),
    ...Object.entries(addresses).map(([name, address]) => {
      const separator = address.includes('?') ? '&' : '?'
      const one = () => product.askLong(`/api/admin/${address}${separator}${new URLSearchParams(period())}`)
      return { name, one }
    }),
  ].map(each => ({ ...each, figure: bench.figure(each.name, 'ms', { max: limitOf(visits, each.name) }) }))
  await bench.rounds(
    5,
    all.map(
      ({ one, figure }) =>
        async () =>
          void figure.values.push(await timed(one)),
    ),
  )
  await bench.rounds(
    1,
    all.map(({ one }) => async () => {
      const large = one()
      await pause(50)
      beside.values.push(await timed(() => small(product, ++shift)))
      await large
    }),
    0,
  )
  bench
    .figure('memory of the query-api', 'MB', { max: 1_500 })
    .values.push(memoryMb(product.queryApi().pid, 'VmHWM'))
}

function small({ ask }: Product, shift: number) {
  const to = new Date(Date.now() - shift).toISOString()
  const from = new Date(Date.now() - 3_600_000).toISOString()
  return ask(`/api/admin/overview?${new URLSearchParams({ from, to })}`)
}
