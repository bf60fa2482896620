import type { Filter } from '@tba/events/filters/filter.ts'
import type { DatedFunnel } from '@tba/events/funnels/definition.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import fc from 'fast-check'

export const pages = [
  ...[
    'https://example.com/',
    'https://example.com/prezzi',
    '/Prezzi?utm_source=Lettera&utm_campaign=Autunno',
  ],
  'https://example.com/prezzi?utm_source=google',
]

type Step = DatedFunnel['steps'][number]

const where = (...conditions: NonNullable<Step['where']>) => conditions
const interaction = (...conditions: NonNullable<Step['where']>): Step => ({
  event: 'InteractionTracked',
  where: conditions,
})

const page = fc.record({
  field: fc.constant('page'),
  op: fc.constantFrom('is', 'isNot', 'contains', 'startsWith'),
  value: fc.constantFrom(...pages, '/', 'prezzi', 'Prezzi', ''),
}) as fc.Arbitrary<NonNullable<Step['where']>[number]>

export const chosen: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>(
    { event: 'InteractionTracked' },
    interaction({ field: 'eventType', op: 'is', value: 'page_view' }),
    interaction({ field: 'eventType', op: 'is', value: 'button_click' }),
    interaction({ field: 'elementId', op: 'isNot', value: 'cta' }),
    interaction({ field: 'additionalData.percent', op: 'gt', value: 1 }),
    interaction({ field: 'additionalData.percent', op: 'is', value: '2' }),
    interaction({ field: 'additionalData', op: 'isNot', value: 'niente' }),
    { event: 'AnalyticsEventTracked', where: where({ field: 'eventValue', op: 'lt', value: 1 }) },
    { event: 'ConsentChosen', where: where({ field: 'choice', op: 'is', value: 'all' }) },
    { event: 'VisitStarted' },
    { event: 'LeadSubmitted' },
    { event: 'LeadSubmitted', where: where({ field: 'depositEuro', op: 'gt', value: '900' }) },
    { event: 'AccountRegistered' },
    { event: 'SessionOpened' },
    { event: 'PlanActivated' },
    { event: 'PlanChanged' },
    { event: 'AnalyticsEventTracked' },
    { event: 'ActionRefused' },
    { event: 'PlanActivated', where: where({ field: 'plan', op: 'is', value: 'elite' }) },
    { event: 'SetupStepCompleted', where: where({ field: 'step', op: 'contains', value: 'broker' }) },
  ),
  fc.array(page, { minLength: 1, maxLength: 2 }).map(conditions => interaction(...conditions)),
)

/** A step that matches this event of the log. */
export const recorded = ({ type, data }: HistoryEvent): Step =>
  type === 'InteractionTracked'
    ? interaction({ field: 'eventType', op: 'is', value: String(data.eventType) })
    : { event: type }

/** Windows of about the time between two acts, and windows longer than the whole log. */
const hour = 3_600
const seconds = fc.oneof(
  fc.integer({ min: 1, max: 400 }).map(ms => ms / 1_000),
  fc.constantFrom(
    hour / 4,
    hour / 4 + 0.001,
    hour,
    2.5 * hour,
    12 * hour,
    24 * hour,
    72 * hour,
    9_999 * hour,
  ),
)
export const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary: value, weight: 1 })

const values = <const V extends string>(...some: V[]) =>
  fc.array(fc.option(fc.constantFrom<V>(...some)), { minLength: 1, maxLength: 2 })
const ops = fc.constantFrom('is' as const, 'isNot' as const)
const contains = (...some: string[]) =>
  fc.record({ op: fc.constant('contains' as const), values: fc.constantFrom(...some).map(part => [part]) })
const filterOf = <F extends Filter['field']>(field: F, some: string[]): fc.Arbitrary<Filter> =>
  fc
    .oneof(fc.record({ op: ops, values: values(...some) }), contains(...some.map(text => text.slice(1, 4))))
    .map(rest => ({ field, ...rest }))
const filter = fc.oneof(
  ...(['page', 'entryPage', 'exitPage'] as const).map(field =>
    filterOf(field, ['/', '/prezzi', '/Prezzi?a=1']),
  ),
  ...(['outcome', 'outcome'] as const).map(field => filterOf(field, ['lead', 'registration', 'plan'])),
  ...[filterOf('device', ['desktop']), filterOf('language', ['it-IT', 'en'])],
  ...[filterOf('refusal', ['risposta 400']), filterOf('plan', ['elite', 'starter'])],
)

/** Definitions over these events: their periods begin and end there, and most of their steps match some. */
export function definitionsOver(log: readonly HistoryEvent[]): fc.Arbitrary<DatedFunnel> {
  const event = fc.constantFrom(...log)
  const step = fc.oneof(chosen, { arbitrary: event.map(recorded), weight: 2 })
  const near = fc.tuple(fc.nat(log.length - 1), fc.integer({ min: 1, max: 40 }))
  const period = fc
    .oneof(
      fc.constant(['2020-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z']),
      near.map(([at, more]) => log.slice(at, at + more + 1).map(({ recordedAt }) => recordedAt)),
    )
    .map(times => times.toSorted())
    .map(times => ({ from: times.at(0) ?? '', to: times.at(-1) ?? '' }))
    .filter(({ from, to }) => from < to)
  return fc
    .record({
      by: fc.constantFrom('visit' as const, 'customer' as const, 'person' as const),
      steps: fc.array(step, { minLength: 2, maxLength: 4 }),
      windowSeconds: seconds,
      strict: rarely(fc.constant(true)),
      asOf: rarely(event.map(({ position }) => position)),
      bots: rarely(fc.constant(true)),
      period,
      compareTo: rarely(period),
      equalAge: fc.boolean(),
      trend: rarely(fc.constant('day' as const)),
      breakdown: rarely(fc.constantFrom('plan' as const, 'device' as const)),
      filters: rarely(fc.array(filter, { maxLength: 2 })),
      histogram: rarely(fc.constant(true)),
      exclude: rarely(fc.array(fc.tuple(step, fc.integer({ min: 1, max: 3 })), { maxLength: 2 })),
      stepWindows: rarely(fc.array(fc.option(seconds), { minLength: 1, maxLength: 3 })),
    })
    .map(({ period, stepWindows, steps, by, breakdown, trend, filters, exclude, ...rest }) => ({
      ...rest,
      // A trend over a hundred years would be too long.
      trend: period.from.startsWith('2020') ? undefined : trend,
      ...period,
      by,
      steps,
      // A customer's device differs by visit. Other tests cover this.
      breakdown: by !== 'visit' && breakdown === 'device' ? undefined : breakdown,
      exclude: exclude?.map(([step, after]) => ({ ...step, after: Math.min(after, steps.length - 1) })),
      filters: filters?.filter(({ field }) => by !== 'visit' || field !== 'plan'),
      stepWindowsSeconds: stepWindows?.slice(0, steps.length - 1),
    }))
    .map(definition => JSON.parse(JSON.stringify(definition)) as DatedFunnel)
}
