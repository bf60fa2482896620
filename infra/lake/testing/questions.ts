import { readFileSync } from 'node:fs'
import type { DatedFunnel } from '@tba/events/funnels/definition.ts'
import type { OverviewListName, OverviewView } from '@tba/events/overview/views.ts'
import { romeDay, romeUnits } from '@tba/events/rome-day.ts'
import type { Snapshot } from '@tba/query-api/analytics/copy/snapshot.ts'
import { runFunnel } from '@tba/query-api/funnels/run-funnel.ts'
import { findOverview } from '@tba/query-api/overview/find-overview.ts'
import { runRetention } from '@tba/query-api/retention/find-retention.ts'
import fc from 'fast-check'
import type { Engine } from '../engines.ts'

/** Questions of a kind, as the console and as another engine answers them, in one shape. */
export type Kind<Asked> = {
  drawn: fc.Arbitrary<Asked>
  expected(snapshot: Snapshot, asked: Asked): Promise<unknown>
  found(engine: Engine, asked: Asked): Promise<unknown>
}
const kind = <Asked>(one: Kind<Asked>) => one

const [hourMs, dayMs] = [3_600_000, 86_400_000]
const startMs = Date.parse('2026-03-01T00:00:00Z')
/** After all events. */
const nowMs = Date.parse('2026-12-01T00:00:00Z')

const view = { field: 'page', op: 'is', value: '/prezzi' } as const
/** Steps, as the console and as SQL say them. */
const step = fc.constantFrom(
  ...([
    [{ event: 'VisitStarted' }, "type = 'VisitStarted'"],
    [{ event: 'InteractionTracked' }, "type = 'InteractionTracked'"],
    [{ event: 'InteractionTracked', where: [view] }, "type = 'InteractionTracked' and page = '/prezzi'"],
    [{ event: 'AnalyticsEventTracked' }, "type = 'AnalyticsEventTracked'"],
    [{ event: 'LeadSubmitted' }, "type = 'LeadSubmitted'"],
    [{ event: 'AccountRegistered' }, "type = 'AccountRegistered'"],
    [{ event: 'PlanChanged' }, "type = 'PlanChanged'"],
  ] as const satisfies [DatedFunnel['steps'][number], string][]),
)

const textOf = (name: string, { dialect }: Engine) =>
  readFileSync(new URL(`../${name}.${dialect}.sql`, import.meta.url), 'utf8')
const during = (unitMs: number, from: fc.Arbitrary<number>, length: fc.Arbitrary<number>) =>
  fc.record({ from, length }).map(({ from, length }) => ({
    from: startMs + from * unitMs,
    to: startMs + (from + length) * unitMs,
  }))

export const funnels = kind({
  drawn: fc.record({
    steps: fc.array(step, { minLength: 2, maxLength: 5 }),
    period: during(hourMs, fc.integer({ min: 0, max: 72 }), fc.integer({ min: 1, max: 72 })),
    window: fc.constantFrom(hourMs / 4, hourMs / 4 + 1, hourMs, 12 * hourMs, 9_999 * hourMs),
  }),
  async expected(snapshot, { steps, period, window }) {
    const definition: DatedFunnel = {
      by: 'visit',
      steps: steps.map(([one]) => one),
      windowSeconds: window / 1_000,
      from: new Date(period.from).toISOString(),
      to: new Date(period.to).toISOString(),
    }
    const { steps: counted } = await runFunnel(snapshot, { definition, nowMs: period.to })
    return counted.map(({ count }) => count)
  },
  async found(engine, { steps, period, window }) {
    const text = textOf('funnel', engine)
    const lines = /( {6}(coalesce|ifNull)\(.*\n)+/
    const missing = engine.dialect === 'duckdb' ? ['coalesce', 'false'] : ['ifNull', '0']
    const written = steps.map(([, condition]) => `      ${missing[0]}(${condition}, ${missing[1]})`)
    const rows = await engine.ask(text.replace(lines, `${written.join(',\n')}\n`), { ...period, window })
    return rows.length > 0 ? rows.map(([, count]) => Number(count)) : steps.map(() => 0)
  },
})

const recorded = {
  leads: 'LeadSubmitted',
  registrations: 'AccountRegistered',
  plans: 'PlanActivated',
} as const
const lists = [
  'pages',
  'entryPages',
  'exitPages',
  'sources',
  'campaigns',
  'devices',
  'browsers',
  'systems',
] as const
const whole = (value: unknown) =>
  value === null || value === undefined ? null : Math.round(Number(value) * 1_000)

export const overviews = kind({
  drawn: during(
    hourMs,
    fc.integer({ min: 0, max: 500 }),
    fc.oneof(fc.integer({ min: 1, max: 72 }), fc.integer({ min: 1, max: 2_000 })),
  ),
  async expected(snapshot, { from, to }) {
    const found = await findOverview(snapshot, { fromMs: from, toMs: to, compared: null, bots: false })
    const { totals, perDay, hours } = found
    const { visits, pageViews, viewing, bounced, converted, medianSeconds } = totals
    return {
      totals: { visits, pageViews, viewing, bounced, converted, median: whole(medianSeconds) },
      recorded: Object.keys(recorded).map(name => totals[name as keyof typeof recorded]),
      days: perDay.filter(day => day.visits > 0).map(day => [day.day, day.visits]),
      hours: hours.flatMap((counts, day) =>
        counts.flatMap((count, hour) =>
          count > 0 ? [[`${day + 1} ${String(hour).padStart(2, '0')}`, count]] : [],
        ),
      ),
      ...Object.fromEntries(lists.map(name => [name, linesOf(found, name)])),
    }
  },
  async found(engine, { from, to }) {
    const rows = await engine.ask(textOf('overview', engine), { from, to })
    const of = (name: string) => rows.filter(([list]) => list === name)
    const count = (name: string) => Number(of(name)[0]?.[2] ?? 0)
    const byValue = (name: string) =>
      of(name)
        .map(([, value, visits]) => [value, Number(visits)])
        .sort()
    const [total] = of('total')
    return {
      totals: {
        visits: count('total'),
        pageViews: count('pageViews'),
        viewing: count('viewing'),
        bounced: count('bounced'),
        converted: Number(total?.[3] ?? 0),
        median: whole(total?.[4]),
      },
      recorded: Object.values(recorded).map(type =>
        Number(of('recorded').find(([, value]) => value === type)?.[2] ?? 0),
      ),
      days: byValue('day'),
      hours: byValue('hour'),
      ...Object.fromEntries(
        lists.map(name => [
          name,
          of(name)
            .slice(0, 10)
            .map(([, value, visits, converted, seconds]) => [
              ...[value, Number(visits), Number(converted)],
              name === 'pages' ? whole(seconds) : null,
            ]),
        ]),
      ),
    }
  },
})

const linesOf = (found: OverviewView, name: OverviewListName) =>
  found[name].map(line => [
    ...[line.value, line.visits, line.converted],
    'medianSeconds' in line ? whole(line.medianSeconds) : null,
  ])

export const retentions = kind({
  drawn: fc.record({
    by: fc.constantFrom('visit', 'person'),
    entry: step,
    action: step,
    unit: fc.constantFrom(...romeUnits),
    mode: fc.constantFrom('in', 'onOrAfter'),
    first: fc.constantFrom('ever', 'each'),
    period: during(dayMs, fc.integer({ min: -2, max: 40 }), fc.integer({ min: 1, max: 90 })),
  }),
  async expected(snapshot, { by, entry, action, period, ...asked }) {
    const [from, to] = [period.from, period.to].map(ms => new Date(ms).toISOString())
    const definition = { ...asked, by, entry: entry[0], action: action[0], from, to } as const
    const { cohorts } = await runRetention(snapshot, { definition, nowMs })
    return cohorts.map(({ start, size, counts }) => [
      ...[romeDay(start), size],
      counts.flatMap((count, later) => (count ? [[later, count]] : [])),
    ])
  },
  async found(engine, { by, entry, action, period, ...asked }) {
    const conditions = [entry[1], action[1]]
    const text = textOf('retention', engine).replace(
      /(?<=(?:coalesce|ifNull)\().*(?=, (?:false|0)\) as (?:enters|acts))/g,
      () => conditions.shift() ?? '',
    )
    const rows = await engine.ask(text, { ...asked, by, ...period })
    return [...Map.groupBy(rows, ([cohort]) => cohort)].map(([cohort, its]) => [
      ...[String(cohort), Number(its[0]?.[1])],
      its.flatMap(([, , later, count]) => (Number(count) > 0 ? [[Number(later), Number(count)]] : [])),
    ])
  },
})
