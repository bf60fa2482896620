import type { Position } from '@tba/event-store/port.ts'
import type { DatedFunnel } from '@tba/events/funnels/definition.ts'
import type { HistoryEvent } from '@tba/events/history/views.ts'
import fc from 'fast-check'
import { copyOf, type TestCopy } from '../../../../services/query-api/src/analytics/testing/copy-of.ts'
import { findInstead, findUnits } from '../../../../services/query-api/src/funnels/find-units.ts'
import { runFunnel } from '../../../../services/query-api/src/funnels/run-funnel.ts'
import { definitionsOver } from './definitions.ts'
import { comparedBy, countedBy } from './oracle.ts'
import { actLists, logOf, shown } from './random-log.ts'
import { runsOf, timeout } from './runs.ts'
import { checkRetention, paged } from './way-checks.ts'

const nowMs = Date.parse('2026-06-01T00:00:00.000Z')

const sorted = (values: Iterable<string>) => [...values].sort()

const rounded = (seconds: number | null) => (seconds === null ? null : Math.round(seconds * 1e7) / 1e7)

async function checkFunnel(copy: TestCopy, log: readonly HistoryEvent[], definition: DatedFunnel) {
  const counted = countedBy(log, definition)
  const result = await copy.ask(reading => runFunnel(reading, { definition, nowMs }))
  const plain = <S extends { medianSeconds: number | null }>(steps: readonly S[] = []) =>
    steps.map(step => ({ ...step, medianSeconds: rounded(step.medianSeconds) }))
  expect(plain(result.steps)).toEqual(counted.steps)
  expect([result.open, result.trend]).toEqual([counted.open, definition.trend && counted.trend])
  expect(result.unplaced).toBe(counted.unplaced)
  if (definition.histogram)
    expect(result.times?.reduce((sum, { count }) => sum + count, 0)).toBe(counted.steps.at(-1)?.count)
  const byValue = (rows: typeof counted.breakdown = []) =>
    Object.fromEntries(rows.map(({ value, steps }) => [value, plain(steps)]))
  if (definition.breakdown) expect(byValue(result.breakdown)).toEqual(byValue(counted.breakdown))
  const { compareTo } = definition
  const compared = compareTo && comparedBy(log, { ...definition, compareTo })
  expect(result.compared && plain(result.compared.steps)).toEqual(compared?.steps)
  if (compared && definition.breakdown)
    expect(byValue(result.compared?.breakdown)).toEqual(byValue(compared.breakdown))
  for (const [at] of definition.steps.entries()) {
    const step = at + 1
    const isLast = step === definition.steps.length
    for (const outcome of ['reached', 'dropped'] as const) {
      const ways = counted.ways.filter(({ reached }) =>
        outcome === 'reached' ? reached >= step : reached === step && !isLast,
      )
      const units = await paged(async (after: Parameters<typeof findUnits>[1]['after']) => {
        const request = { definition, nowMs, bar: { step, outcome }, after, limit: 2 }
        const { units, next } = await copy.ask(reading => findUnits(reading, request))
        // Names are the current ones. Other tests cover them.
        return { rows: units.map(({ number: _, outcome: __, device: ___, ...way }) => way), next }
      })
      const inOrder = (some: readonly object[]) =>
        sorted(some.map(one => JSON.stringify(Object.entries(one).sort())))
      expect(inOrder(units)).toEqual(inOrder(ways))
    }
    const lost = counted.ways.filter(({ reached }) => reached === step && !isLast)
    const instead = await copy.ask(reading => findInstead(reading, { definition, nowMs, step }))
    expect(instead.count).toBe(lost.length)
    expect(instead.next.reduce((sum, { count }) => sum + count, 0)).toBe(lost.length)
  }
}

test(
  'Funnels and retention equal a count unit by unit, at any position',
  async () => {
    await fc.assert(
      fc.asyncProperty(actLists, fc.infiniteStream(fc.nat()), async (acts, numbers) => {
        const recorded = logOf(acts)
        const log = shown(recorded)
        const half = recorded.length >> 1
        const pick = <T>(some: readonly T[]) => some[numbers.next().value % some.length] as T
        // In one pass, or in as many as the log has units.
        using copy = await copyOf(recorded.slice(0, half), { passRows: pick([1_000, 20, 4]) })
        await copy.add(...recorded.slice(half))
        const asOf = pick(recorded).position as Position
        const upTo = log.filter(({ position }) => position <= asOf)
        const [definition] = fc.sample(definitionsOver(log), { numRuns: 1, seed: numbers.next().value })
        for (const { asOf: _, ...one } of definition ? [definition] : []) {
          await checkFunnel(copy, log, one)
          if (upTo.length > 0) await checkFunnel(copy, upTo, { ...one, asOf })
        }
        const start = pick(log)
        await checkRetention(copy, upTo, { asOf, fromMs: Date.parse(start.recordedAt), nowMs })
      }),
      { ...runsOf(3, 3), endOnFailure: true },
    )
  },
  timeout,
)
