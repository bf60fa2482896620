import { chainFinder, earliestStart } from '@tba/events/funnels/chain.ts'
import { percentOf, StepCounts } from '@tba/events/funnels/count.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { daysOf } from '@tba/events/rome-days.ts'
import sql, { empty, join } from 'sql-template-tag'
import type { Reading } from '../analytics/reading.ts'
import { forEachUnit } from '../analytics/unit-events.ts'
import {
  type Asked,
  comparedWith,
  type Funnel,
  funnelOf,
  mostEntered,
  openUntil,
  plans,
  unitsOf,
} from './read-units.ts'

/** What is counted in one period, and until when units that have entered may still go on, in ms since 1970. */
type Counted = {
  view: Omit<FunnelResult, 'position' | 'positionAt' | 'from' | 'to' | 'open'>
  openUntil: number[]
}
type Kept = { own: Counted; compared: Counted | null; atMs: number; countedAt: string }

/** How far units came. The same definition is counted again only where an event was recorded that may change it. */
export async function runFunnel(
  reading: Reading,
  asked: Asked,
): Promise<FunnelResult & { countedAt: string }> {
  const funnel = await funnelOf(reading, asked)
  const { from, to, asOf } = funnel.definition
  const { own, compared, countedAt } = await keptOf(reading, funnel)
  return {
    ...{ position: reading.positionAsOf(asOf), from, to },
    positionAt: funnel.atMs > 0 ? new Date(funnel.atMs).toISOString() : null,
    ...own.view,
    open: own.openUntil.filter(untilMs => untilMs >= funnel.atMs).length,
    ...(compared && { compared: compared.view }),
    countedAt,
  }
}

async function keptOf(reading: Reading, funnel: Funnel): Promise<Kept> {
  const { definition, atMs, only } = funnel
  const { asOf: _, ...same } = definition
  // At equal age the other period grows with each moment.
  const age = definition.equalAge && definition.compareTo ? atMs : 0
  const key = JSON.stringify(['funnel', await newestOf(reading, funnel), age, same, only])
  const known = reading.answers.get(key) as Kept | undefined
  // Windows that had closed are not remembered: a clock that stepped back opens them again.
  if (known && known.atMs <= atMs) return known
  const other = await comparedWith(reading, funnel)
  const kept = {
    own: await countIn(reading, funnel, definition.trend),
    compared: other && (await countIn(reading, other)),
    ...{ atMs, countedAt: new Date().toISOString() },
  }
  reading.answers.set(key, kept)
  return kept
}

/** What a count follows from: the newest event of a type that it may read, or for customers that may tie; and the newest expiry. */
async function newestOf(reading: Reading, { definition, end }: Funnel): Promise<object> {
  const { by, steps, breakdown } = definition
  const types = ['VisitStarted', ...steps.map(({ event }) => event)]
  if (breakdown === 'plan') types.push(...plans)
  if (breakdown === 'source') types.push('InteractionTracked', 'AnalyticsEventTracked')
  const key = JSON.stringify(['newest', reading.lastSeq, end, by, types])
  const known = reading.answers.get(key)
  if (known) return known
  const ties = by === 'customer' ? sql`or account is not null or user_id is not null` : empty
  const [row = {}] = await reading.rows<object>(sql`
    select max(seq) filter (where seq <= ${end} and type <> 'VisitsExpired') as newest,
      -- What has expired since is gone as of any position.
      max(seq) filter (where type = 'VisitsExpired') as expiry
    from events where type = 'VisitsExpired' or type in (${join(types)}) ${ties}`)
  reading.answers.set(key, row)
  return row
}

async function countIn(
  reading: Reading,
  funnel: Funnel,
  trend?: Funnel['definition']['trend'],
): Promise<Counted> {
  const { rules, atMs, definition } = funnel
  const [all, rest] = [new StepCounts(rules.steps), new StepCounts(rules.steps)]
  const values = await mostEntered(reading, funnel)
  const byValue = new Map(values.map(value => [value, new StepCounts(rules.steps)]))
  const days = trend && daysOf(trend)
  const perDay = new Map(
    days?.between(rules.fromMs, rules.toMs).map(start => [start, { entered: 0, converted: 0 }]),
  )
  const stillOpen: number[] = []
  const find = chainFinder(rules)

  await forEachUnit(reading, await unitsOf(reading, funnel), unit => {
    const reached = find(unit)
    if (reached.steps === 0) return
    all.add(unit, reached)
    if (definition.breakdown) (byValue.get(unit.more[0] as string | null) ?? rest).add(unit, reached)
    const untilMs = openUntil(unit, rules)
    if (untilMs >= atMs) stillOpen.push(untilMs)
    const day = days && perDay.get(days(unit.at[earliestStart(unit, rules, reached)] as number))
    if (!day) return
    day.entered++
    if (reached.steps === rules.steps) day.converted++
  })
  const breakdown = [...byValue].map(([value, its]) => ({ value, steps: its.results() }))
  const breakdownRest = rest.results().map(step => ({ ...step, medianSeconds: null }))
  const conversionOn = (day: { entered: number; converted: number }) => percentOf(day.converted, day.entered)
  return {
    view: {
      steps: all.results(),
      ...(definition.breakdown && { breakdown }),
      ...(breakdownRest[0]?.count && { breakdownRest }),
      ...(days && {
        trend: [...perDay].map(([start, day]) => ({ start, ...day, conversion: conversionOn(day) })),
      }),
    },
    openUntil: stillOpen,
  }
}
