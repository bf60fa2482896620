import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { keysOf } from '@tba/events/keys.ts'
import { type OverviewView, overviewLists } from '@tba/events/overview/views.ts'
import { percentOf } from '@tba/events/percent.ts'
import type { OutcomesDefinition } from '@tba/events/reports/definition.ts'
import type { CountedPart } from '@tba/events/reports/views.ts'
import type { RequestOutcomes } from '@tba/events/requests/views.ts'
import type { RetentionDefinition } from '@tba/events/retention/definition.ts'
import type { RetentionResult } from '@tba/events/retention/views.ts'
import type { TrendResult } from '@tba/events/trends/views.ts'
import { splitSmall } from './small-groups.ts'

const others = 'Altri'

/** A part as those who have a link see it: counts, no ids, and no group under five. */
export function forReaders(part: CountedPart): CountedPart {
  switch (part.kind) {
    case 'overview':
      return { ...withoutIds(part), result: part.result && overviewForReaders(part.result) }
    case 'funnel':
      return { ...withoutIds(part), result: part.result && funnelForReaders(part.result) }
    case 'trend':
      return { ...withoutIds(part), result: part.result && trendForReaders(part.result) }
    case 'retention':
      return { ...withoutIds(part), result: part.result && retentionForReaders(part.result, part.definition) }
    case 'outcomes':
      return { ...part, result: part.result && outcomesForReaders(part.result, part.definition) }
  }
}

function withoutIds<P extends { definition: { asOf?: unknown; segment?: unknown } }>(part: P) {
  const { asOf: _, segment: __, ...definition }: P['definition'] = part.definition
  return { ...part, definition }
}

type Line = OverviewView['entryPages'][number]

function overviewForReaders(view: OverviewView): OverviewView {
  const { visits: all } = view.totals
  function joined<L extends Line>(
    list: readonly L[],
    more: Omit<L, keyof Line>,
  ): (L | (Line & typeof more))[] {
    const { shown, small } = splitSmall(list, ({ visits }) => visits)
    // One visit may have seen several pages.
    const visits = Math.min(
      all,
      sum(small, line => line.visits),
    )
    const converted = Math.min(
      visits,
      sum(small, line => line.converted),
    )
    const rates = { share: percentOf(visits, all), conversion: percentOf(converted, visits) }
    return visits === 0 ? shown : [...shown, { value: others, visits, converted, ...rates, ...more }]
  }
  const names = keysOf(overviewLists)
  const lists = Object.fromEntries(names.map(name => [name, joined<Line>(view[name], {})]))
  return { ...view, ...lists, pages: joined(view.pages, { medianSeconds: null }) }
}

function trendForReaders({ compared, ...view }: TrendResult): TrendResult {
  const totals = ({ series, ...period }: Omit<TrendResult, 'position' | 'compared'>) => ({
    ...period,
    series: series.map(({ total, points }) => ({ total, points })),
  })
  return { ...view, ...totals(view), ...(compared && { compared: totals(compared) }) }
}

type Counted = Pick<FunnelResult, 'steps' | 'breakdown' | 'breakdownRest'>

function funnelForReaders({ joined: _, times: __, compared, ...view }: FunnelResult): FunnelResult {
  return { ...breakdownForReaders(view), ...(compared && { compared: breakdownForReaders(compared) }) }
}

function breakdownForReaders<C extends Counted>(counted: C): C {
  const { breakdown, breakdownRest } = counted
  if (!breakdown) return counted
  const sizeOf = (steps: FunnelResult['steps']) => steps[0]?.count ?? 0
  const { shown, small } = splitSmall(breakdown, ({ steps }) => sizeOf(steps), sizeOf(breakdownRest ?? []))
  const joined = [...small.map(({ steps }) => steps), ...(breakdownRest ? [breakdownRest] : [])]
  return { ...counted, breakdown: shown, ...(joined.length > 0 && { breakdownRest: addedUp(joined) }) }
}

function addedUp(groups: readonly FunnelResult['steps'][]): FunnelResult['steps'] {
  const counts = groups[0]?.map((_, step) => sum(groups, steps => steps[step]?.count ?? 0)) ?? []
  return counts.map((count, step) => ({
    count,
    dropped: count - (counts[step + 1] ?? count),
    conversion: percentOf(count, counts[0] ?? 0),
    fromPrevious: percentOf(count, counts[step - 1] ?? count),
    medianSeconds: null,
  }))
}

type Cohorts = RetentionResult['cohorts']

/** A cohort is a group too. By the plan at the return, a group has not the size of those whom it counts. */
function retentionForReaders(
  { cohorts, groups, ...view }: RetentionResult,
  { planAt }: RetentionDefinition,
): RetentionResult {
  const large = (some: Cohorts) => splitSmall(some, ({ size }) => size).shown
  const own = { ...view, cohorts: large(cohorts) }
  if (!groups || planAt === 'return') return own
  const { shown, small } = splitSmall(groups, group => sum(group.cohorts, ({ size }) => size))
  const joined = cohorts.map(({ start, counts }) => {
    const same = small.flatMap(group => group.cohorts.filter(cohort => cohort.start === start))
    const at = (index: number) => sum(same, cohort => cohort.counts[index] ?? 0)
    const size = sum(same, cohort => cohort.size)
    return { start, size, counts: counts.map((count, index) => (count === null ? null : at(index))) }
  })
  const all = [...shown, ...(small.length > 0 ? [{ value: others, cohorts: joined }] : [])]
  return { ...own, groups: all.map(group => ({ ...group, cohorts: large(group.cohorts) })) }
}

function outcomesForReaders(view: RequestOutcomes, { by }: OutcomesDefinition): RequestOutcomes {
  const { shown, small } =
    by === 'owner' ? { shown: [], small: view.rows } : splitSmall(view.rows, ({ requests }) => requests)
  if (small.length === 0) return view
  const joined = {
    value: others,
    medianHours: null,
    requests: sum(small, row => row.requests),
    contactedInADay: sum(small, row => row.contactedInADay),
    registered: sum(small, row => row.registered),
    activated: sum(small, row => row.activated),
  }
  return { ...view, rows: [...shown, joined] }
}

const sum = <T>(items: readonly T[], of: (item: T) => number) =>
  items.reduce((total, item) => total + of(item), 0)
