import { chainFinder, earliestStart, type Reached, type UnitEvents } from '@tba/events/funnels/chain.ts'
import type { FunnelResult, StepResult } from '@tba/events/funnels/views.ts'
import { percentOf } from '@tba/events/percent.ts'
import { present } from '@tba/events/present.ts'
import { daysOf, maxPoints } from '@tba/events/rome-day.ts'
import quickselect from 'quickselect'
import sql, { empty, join } from 'sql-template-tag'
import { QueryRefused } from '../analytics/copy/failures.ts'
import { personTypes } from '../analytics/copy/person-rows.ts'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { filterEvents } from '../analytics/filters.ts'
import { forEachUnit } from '../analytics/unit-events.ts'
import { joinedAmong } from '../analytics/units.ts'
import {
  comparedFunnel,
  type Funnel,
  type FunnelInput,
  openUntil,
  resolveFunnel,
  stepEvents,
  topValues,
  unplacedIn,
  valuesOf,
} from './read-units.ts'

/** The counts of one period. `openUntil`: until when units can continue, in ms since 1970. */
type Counted = {
  view: Omit<FunnelResult, 'position' | 'positionAt' | 'from' | 'to' | 'open'>
  openUntil: number[]
}
type CachedCount = { own: Counted; compared: Counted | null; atMs: number; countedAt: string }

/** Runs a funnel. The result is cached until an event is recorded that can change it. */
export async function runFunnel(snapshot: Snapshot, input: FunnelInput) {
  const funnel = await resolveFunnel(snapshot, input)
  const { from, to, asOf } = funnel.definition
  const { own, compared, countedAt } = await cachedCount(snapshot, funnel)
  return {
    position: snapshot.positionAsOf(asOf),
    from,
    to,
    positionAt: funnel.atMs > 0 ? new Date(funnel.atMs).toISOString() : null,
    ...own.view,
    open: own.openUntil.filter(untilMs => untilMs >= funnel.atMs).length,
    ...(compared && { compared: compared.view }),
    countedAt,
  }
}

async function cachedCount(snapshot: Snapshot, funnel: Funnel): Promise<CachedCount> {
  const { definition, atMs, only } = funnel
  const { asOf: _, ...same } = definition
  // With equalAge the compared period grows all the time.
  const age = definition.equalAge && definition.compareTo ? atMs : 0
  const key = JSON.stringify(['funnel', await dependenciesOf(snapshot, funnel), age, same, only])
  const known = snapshot.answers.get(key) as CachedCount | undefined
  // Do not use a newer count: after the clock stepped back, closed windows are open again.
  if (known && known.atMs <= atMs) return known
  const other = await comparedFunnel(snapshot, funnel)
  const kept = {
    own: await countIn(snapshot, funnel, definition.trend),
    compared: other && (await countIn(snapshot, other)),
    atMs,
    countedAt: new Date().toISOString(),
  }
  snapshot.answers.set(key, kept)
  return kept
}

/** What a count depends on: the newest event of a type that it reads, or that links visits to customers, and the newest expiry. */
async function dependenciesOf(snapshot: Snapshot, { definition, scope: { end } }: Funnel): Promise<object> {
  const { by, steps, exclude = [], breakdown, filters, segment } = definition
  const types = ['VisitStarted', ...[...steps, ...exclude].map(({ event }) => event)]
  if (breakdown || filters || segment) types.push(...filterEvents)
  const key = JSON.stringify(['newest', snapshot.lastSeq, end, by, types])
  const known = snapshot.answers.get(key)
  if (known) return known
  const ownerEvents = {
    visit: empty,
    customer: sql`or account is not null or user_id is not null`,
    person: sql`or account is not null or user_id is not null or person is not null or type in (${join(personTypes)})`,
  }
  // What expired or was erased is gone at every position.
  const gone = by === 'person' ? ['VisitsExpired', ...personTypes] : ['VisitsExpired']
  const [row = {}] = await snapshot.rows<object>(sql`
    select max(seq) filter (where seq <= ${end} and type <> 'VisitsExpired') as newest,
      max(seq) filter (where type in (${join(gone)})) as expiry
    from events where type = 'VisitsExpired' or type in (${join(types)}) ${ownerEvents[by]}`)
  snapshot.answers.set(key, row)
  return row
}

const tooManyPoints = {
  day: 'L’andamento ha più di 3.660 giorni. Scegli le settimane, o un periodo più breve.',
  week: 'L’andamento ha più di 3.660 settimane. Scegli un periodo più breve.',
}

async function countIn(snapshot: Snapshot, funnel: Funnel, trend?: Funnel['definition']['trend']) {
  const { rules, atMs, definition } = funnel
  const [all, rest] = [new StepCounts(rules.steps), new StepCounts(rules.steps)]
  const values = await topValues(snapshot, funnel)
  const byValue = new Map(values.map(value => [value, new StepCounts(rules.steps)]))
  const days = trend && daysOf(trend)
  const starts = days?.between(rules.fromMs, rules.toMs) ?? []
  if (starts.length > maxPoints) throw new QueryRefused('invalid', tooManyPoints[trend ?? 'day'])
  const perDay = new Map(starts.map(start => [start, { entered: 0, converted: 0 }]))
  const stillOpen: number[] = []
  const entered = new Set<bigint>()
  const find = chainFinder(rules)
  const valuesOfUnit = valuesOf(definition.breakdown)
  const took: number[] = []

  await forEachUnit(snapshot, await stepEvents(snapshot, funnel), unit => {
    const reached = find(unit)
    if (reached.steps === 0) return
    all.add(unit, reached)
    if (definition.by === 'person') entered.add(unit.hash)
    if (definition.breakdown) {
      const its = valuesOfUnit(unit.more[0]).map(value => byValue.get(value) ?? rest)
      for (const counts of new Set(its)) counts.add(unit, reached)
    }
    if (definition.histogram && reached.steps === rules.steps) took.push(tookMs(unit, reached))
    const untilMs = openUntil(unit, rules)
    if (untilMs >= atMs) stillOpen.push(untilMs)
    const day = days && perDay.get(days(present(unit.at[earliestStart(unit, rules, reached)])))
    if (!day) return
    day.entered++
    if (reached.steps === rules.steps) day.converted++
  })
  const unplaced = await unplacedIn(snapshot, funnel)
  const breakdown = [...byValue].map(([value, its]) => ({ value, steps: its.results() }))
  const breakdownRest = rest.results().map(step => ({ ...step, medianSeconds: null }))
  const conversionOn = (day: { entered: number; converted: number }) => percentOf(day.converted, day.entered)
  return {
    view: {
      steps: all.results(),
      ...(await joinedAmong(snapshot, funnel.scope, entered)),
      ...(unplaced !== null && { unplaced }),
      ...(definition.histogram && { times: binsOf(took) }),
      ...(definition.breakdown && { breakdown }),
      ...(breakdownRest[0]?.count && { breakdownRest }),
      ...(days && {
        trend: [...perDay].map(([start, day]) => ({ start, ...day, conversion: conversionOn(day) })),
      }),
    },
    openUntil: stillOpen,
  }
}

/** From the first step to the last. The clock may step back. */
const tookMs = ({ at }: UnitEvents, { start, completed, steps }: Reached) =>
  Math.max(0, present(at[present(completed[steps - 1])]) - present(at[present(start[steps - 1])]))

const bins = 20

/** Equal bins from zero to the longest time, which the last one includes. */
function binsOf(took: readonly number[]): NonNullable<FunnelResult['times']> {
  if (took.length === 0) return []
  const longest = took.reduce((most, ms) => Math.max(most, ms), 1)
  const counts = new Array<number>(bins).fill(0)
  for (const ms of took) {
    const bin = Math.min(bins - 1, Math.floor((ms / longest) * bins))
    counts[bin] = present(counts[bin]) + 1
  }
  const secondsAt = (bin: number) => (longest * bin) / bins / 1_000
  return counts.map((count, bin) => ({ fromSeconds: secondsAt(bin), toSeconds: secondsAt(bin + 1), count }))
}

/** Counts the units that reached each step, and their times. */
export class StepCounts {
  #entered = 0
  /** By step after the first: the milliseconds from the one before, for each unit that reached it. */
  readonly #took: number[][]

  constructor(steps: number) {
    this.#took = Array.from({ length: steps - 1 }, () => [])
  }

  add({ at }: Pick<UnitEvents, 'at'>, { steps, previous, completed }: Reached): void {
    const timeAt = (event: number | undefined) => present(at[present(event)])
    if (steps > 0) this.#entered++
    for (let step = 1; step < steps; step++)
      this.#took[step - 1]?.push(timeAt(completed[step]) - timeAt(previous[step]))
  }

  results(): StepResult[] {
    const counts = [this.#entered, ...this.#took.map(({ length }) => length)]
    return counts.map((count, step) => {
      const medianMs = medianOf(this.#took[step - 1] ?? [])
      return {
        count,
        dropped: count - (counts[step + 1] ?? count),
        conversion: percentOf(count, this.#entered),
        fromPrevious: percentOf(count, counts[step - 1] ?? count),
        medianSeconds: medianMs === null ? null : medianMs / 1_000,
      }
    })
  }
}

/** For an even number the mean of the two middle values; null for none. */
function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const numbers = [...values]
  const middle = (numbers.length - 1) / 2
  const smallest = (rank: number) => {
    quickselect(numbers, rank)
    return present(numbers[rank])
  }
  return (smallest(Math.floor(middle)) + smallest(Math.ceil(middle))) / 2
}
