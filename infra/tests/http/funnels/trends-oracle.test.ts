import type { Position } from '@tba/event-store/port.ts'
import type { Filter } from '@tba/events/filters/filter.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import type { DatedTrend } from '@tba/events/trends/definition.ts'
import fc from 'fast-check'
import { copyOf, type TestCopy } from '../../../../services/query-api/src/analytics/testing/copy-of.ts'
import { findTrendUnits } from '../../../../services/query-api/src/trends/find-trend-units.ts'
import { runTrend } from '../../../../services/query-api/src/trends/run-trend.ts'
import { chosen, pages, rarely, recorded as stepOf } from './definitions.ts'
import { actLists, logOf, shown } from './random-log.ts'
import { runsOf, timeout } from './runs.ts'
import { countedIn, idsAt, seriesOf, valuesIn } from './trends-oracle.ts'
import { paged } from './way-checks.ts'

const filterOver = (field: Filter['field'], values: readonly (string | null)[]) =>
  fc.record({
    field: fc.constant(field),
    op: fc.constantFrom('is' as const, 'isNot' as const),
    values: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 2 }),
  })
const ofVisits = fc.oneof(
  filterOver('device', ['desktop', 'mobile', null]),
  filterOver('page', [...pages, null]),
  filterOver('outcome', ['lead', 'registration', null]),
  fc.constant<Filter>({ field: 'page', op: 'contains', values: ['rezzi'] }),
)
const plan = filterOver('plan', ['elite', 'starter', null])

/** Its periods begin and end at events of the log, which lie at quarters of an hour. */
function definitionsOver(log: readonly HistoryEvent[]): fc.Arbitrary<DatedTrend> {
  const time = fc.constantFrom(...log.map(({ recordedAt }) => recordedAt))
  const first = log.map(({ recordedAt }) => recordedAt).sort()[0] as string
  const period = fc
    .tuple(fc.oneof(fc.constant(first), time), time)
    .map(times => times.sort())
    .map(([from = '', to = '']) => ({ from, to }))
    .filter(({ from, to }) => from < to)
  const step = fc.oneof(
    { arbitrary: chosen, weight: 1 },
    { arbitrary: fc.constantFrom(...log).map(stepOf), weight: 2 },
    { arbitrary: fc.constantFrom({ event: 'InteractionTracked' }, { event: 'LeadSubmitted' }), weight: 2 },
  )
  return fc
    .record({
      series: fc.array(step, { minLength: 1, maxLength: 2 }),
      count: fc.constantFrom('events' as const, 'visits' as const, 'persons' as const),
      interval: fc.constantFrom(
        'hour' as const,
        'day' as const,
        'day' as const,
        'week' as const,
        'month' as const,
      ),
      period,
      compareTo: rarely(period),
      filters: rarely(fc.array(ofVisits, { minLength: 1, maxLength: 2 })),
      plan: rarely(plan),
      breakdown: fc.constantFrom(
        'device' as const,
        'page' as const,
        'outcome' as const,
        'plan' as const,
        undefined,
      ),
      cumulative: fc.boolean(),
      bots: rarely(fc.constant(true)),
      ratio: fc.boolean(),
    })
    .map(({ period, plan, filters = [], breakdown, ratio, ...rest }) => ({
      ...rest,
      ...period,
      ratio: ratio && rest.series.length === 2,
      filters: plan && rest.count === 'persons' ? [...filters, plan] : filters,
      breakdown: breakdown === 'plan' && rest.count !== 'persons' ? undefined : breakdown,
    }))
}

/** In percent, as the second series has at least twenty. */
const percent = (of: number, all: number | undefined) =>
  all === undefined || all < 20 ? null : Math.round((1_000 * of) / all) / 10

async function checkTrend(
  copy: TestCopy,
  log: readonly HistoryEvent[],
  definition: DatedTrend,
  nowMs: number,
) {
  const input = { definition, nowMs }
  const result = await copy.ask(reading => runTrend(reading, input))
  const periods = [definition, ...(definition.compareTo ? [{ ...definition, ...definition.compareTo }] : [])]
  const series = [result.series, ...(result.compared ? [result.compared.series] : [])]
  // Without `asOf` the present is later than the log.
  const presentMs = definition.asOf ? Date.parse(log.at(-1)?.recordedAt ?? '') : nowMs
  expect(series.length).toBe(periods.length)
  for (const [at, own] of periods.entries()) {
    const counted = own.series.map(one => countedIn(log, own, one, presentMs))
    const ranked = counted.at(own.ratio ? 1 : 0)?.counted ?? []
    const expected = counted.map(({ counted: units, unplaced }) => {
      const values = own.breakdown ? valuesIn(own.ratio ? ranked : units, own, presentMs) : []
      const isPlaced =
        own.count === 'visits' || (own.count === 'events' && (own.breakdown || own.filters?.length))
      return {
        ...seriesOf(units, own, presentMs),
        ...(own.breakdown && {
          groups: values.map(value => ({ value, ...seriesOf(units, own, presentMs, value) })),
        }),
        ...(isPlaced && { unplaced }),
      }
    })
    const [part, whole] = expected
    const over = (its: ReturnType<typeof seriesOf>, all: ReturnType<typeof seriesOf> | undefined) => ({
      total: percent(its.total, all?.total),
      points: its.points.map((point, at) => ({
        ...point,
        value: percent(point.value, all?.points[at]?.value),
      })),
    })
    const groups = part?.groups?.map(({ value, ...its }, at) => ({
      value,
      ...over(its, whole?.groups?.[at]),
    }))
    const ratio = part && { ...over(part, whole), ...(groups && { groups }) }
    expect(series[at]).toEqual(own.ratio ? [ratio] : expected)
  }
  for (const [at, one] of definition.series.entries()) {
    const { counted } = countedIn(log, definition, one, presentMs)
    const points = seriesOf(counted, definition, presentMs).points
    const values = definition.breakdown ? valuesIn(counted, definition, presentMs) : []
    // The whole period, the fullest point, and a point of a value.
    const fullest = points.toSorted((one, other) => other.value - one.value)[0]?.start
    const places = [{}, { start: fullest }, { value: values[0] }, { start: fullest, value: values.at(-1) }]
    for (const { start, value } of places as { start?: string; value?: string | null }[]) {
      const ids = await paged(async (after: Parameters<typeof findTrendUnits>[1]['after']) => {
        const asked = { ...input, at: { series: at, start, value }, after, limit: 30 }
        const { units, next } = await copy.ask(reading => findTrendUnits(reading, asked))
        return { rows: units.map(({ id }) => id), next }
      })
      expect(ids.sort()).toEqual(idsAt(counted, definition, presentMs, { start, value }))
    }
  }
}

test(
  'trends equal a count one by one, at any position, and their points open what they count',
  async () => {
    await fc.assert(
      fc.asyncProperty(actLists, fc.infiniteStream(fc.nat()), async (acts, numbers) => {
        const recorded = logOf(acts)
        const log = shown(recorded)
        const pick = <T>(some: readonly T[]) => some[numbers.next().value % some.length] as T
        using copy = await copyOf(recorded, { passRows: pick([1_000, 20, 4]) })
        const definitions = fc.sample(definitionsOver(log), { numRuns: 4, seed: numbers.next().value })
        const nowMs = Date.parse(pick(log).recordedAt) + 86_400_000 * 30
        const asOf = pick(recorded).position as Position
        const upTo = log.filter(({ position }) => position <= asOf)
        for (const definition of definitions) {
          await checkTrend(copy, log, definition, nowMs)
          if (upTo.length > 0) await checkTrend(copy, upTo, { ...definition, asOf }, nowMs)
        }
      }),
      { ...runsOf(2, 8), endOnFailure: true },
    )
  },
  timeout,
)
