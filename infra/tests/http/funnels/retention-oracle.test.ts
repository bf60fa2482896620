import type { Position } from '@tba/event-store/port.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import fc from 'fast-check'
import { copyOf, type TestCopy } from '../../../../services/query-api/src/analytics/testing/copy-of.ts'
import {
  findRetentionUnits,
  runRetention,
} from '../../../../services/query-api/src/retention/find-retention.ts'
import { actLists, logOf, shown } from './random-log.ts'
import { intervalOf, retentionsOver, waysBack } from './retention-oracle.ts'
import { runsOf, timeout } from './runs.ts'
import { paged } from './way-checks.ts'

type Asked = Parameters<typeof waysBack>[1]
type Cohort = Awaited<ReturnType<typeof runRetention>>['cohorts'][number]

const sorted = (values: Iterable<string>) => [...values].sort()

async function check(copy: TestCopy, log: readonly HistoryEvent[], definition: Asked, nowMs: number) {
  const ways = waysBack(log, definition)
  const running = intervalOf(definition.unit, nowMs)
  const result = await copy.ask(reading => runRetention(reading, { definition, nowMs }))
  const isAtReturn = definition.breakdown === 'plan' && definition.planAt === 'return'
  const numberOf = ({ start }: Cohort) => intervalOf(definition.unit, Date.parse(start))

  async function checkCell(cohort: Cohort, index: number | undefined, value: string | null | undefined) {
    const hasValue = (own: readonly (string | null)[] = []) =>
      value === undefined || (isAtReturn && index === undefined) || own.includes(value)
    const of = ways.filter(
      way =>
        way.cohort === numberOf(cohort) &&
        way.values.has(index ?? null) &&
        hasValue(way.values.get(index ?? null)),
    )
    const isPossible = index === undefined || index === 0 || numberOf(cohort) + index <= running
    const count = index === undefined ? cohort.size : cohort.counts[index]
    expect([cohort.start, index, value, count]).toEqual([
      ...[cohort.start, index, value],
      isPossible ? of.length : null,
    ])
    const at = { start: cohort.start, index, value }
    const units = await paged(async (after: Parameters<typeof findRetentionUnits>[1]['after']) => {
      const asked = { definition, nowMs, at, after, limit: 2 }
      const { units, next } = await copy.ask(reading => findRetentionUnits(reading, asked))
      return { rows: units, next }
    })
    expect(sorted(units.map(({ id }) => id))).toEqual(isPossible ? sorted(of.map(({ id }) => id)) : [])
  }
  const checkCohorts = async (cohorts: readonly Cohort[], value?: string | null) => {
    for (const cohort of cohorts) {
      const startMs = Date.parse(cohort.start)
      expect(intervalOf(definition.unit, startMs - 1)).toBe(numberOf(cohort) - 1)
      await checkCell(cohort, undefined, value)
      for (const index of cohort.counts.keys()) await checkCell(cohort, index, value)
    }
  }
  expect(result.cohorts.map(numberOf)).toEqual(
    [...new Set(ways.map(({ cohort }) => cohort))].sort((one, other) => one - other),
  )
  await checkCohorts(result.cohorts)
  expect(result.groups === undefined).toBe(definition.breakdown === undefined)
  const values = ways.flatMap(({ values }) =>
    [...values].flatMap(([index, value]) => (isAtReturn && index === null ? [] : value)),
  )
  if (result.groups)
    expect(sorted(result.groups.map(({ value }) => String(value)))).toEqual(
      sorted(new Set(values.map(String))),
    )
  for (const { value, cohorts } of result.groups ?? []) await checkCohorts(cohorts, value)
}

test(
  'Retention and the units of its cells equal a count unit by unit, at any position',
  async () => {
    await fc.assert(
      fc.asyncProperty(actLists, fc.infiniteStream(fc.nat()), async (acts, numbers) => {
        const recorded = logOf(acts)
        const log = shown(recorded)
        if (log.length === 0) return
        const pick = <T>(some: readonly T[]) => some[numbers.next().value % some.length] as T
        // In one pass, or in as many as the log has units.
        using copy = await copyOf(recorded, { passRows: pick([1_000, 20, 4]) })
        const asOf = pick(recorded)
        const upTo = log.filter(({ position }) => position <= asOf.position)
        for (const definition of fc.sample(retentionsOver(log), { numRuns: 2, seed: numbers.next().value })) {
          await check(copy, log, definition, Date.parse('2026-06-01T00:00:00.000Z'))
          // An event that is not shown has a time too.
          const nowMs = Date.parse(asOf.recordedAt)
          await check(copy, upTo, { ...definition, asOf: asOf.position as Position }, nowMs)
        }
      }),
      { ...runsOf(3, 4), endOnFailure: true },
    )
  },
  timeout,
)
