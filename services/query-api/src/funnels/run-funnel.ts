import { chainFinder, earliestStart } from '@tba/events/funnels/chain.ts'
import { percentOf, StepCounts } from '@tba/events/funnels/count.ts'
import { type DatedFunnel, type FunnelDefinition, resolved } from '@tba/events/funnels/definition.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import { daysOf } from '@tba/events/rome-days.ts'
import sql, { empty, join } from 'sql-template-tag'
import type { Reading } from '../analytics/reading.ts'
import { type Moment, mostEntered, type Only, type Period, periodIn, timeOf, unitsOf } from './read-units.ts'

export type AskedRun = {
  definition: FunnelDefinition
  /** By which periods that move stand still, in ms since 1970. */
  nowMs: number
  /** Of a replay: which events count. */
  only?: Only
}

/** What is counted in one period, and until when units that have entered may still go on, in ms since 1970. */
type Counted = { view: Omit<FunnelResult, 'position' | 'from' | 'to' | 'open'>; openUntil: number[] }
type Kept = { own: Counted; compared: Counted | null; atMs: number; countedAt: string }

/** How far units came. The same definition is counted again only where an event was recorded that may change it. */
export async function runFunnel(
  reading: Reading,
  { definition: asked, nowMs, only }: AskedRun,
): Promise<FunnelResult & { countedAt: string }> {
  const definition = resolved(asked, nowMs)
  const { from, to, asOf } = definition
  const end = await reading.seqAsOf(asOf)
  const atMs = await timeOf(reading, end)
  const { own, compared, countedAt } = await keptOf(reading, definition, { end, atMs, only })
  return {
    ...{ position: reading.positionAsOf(asOf), from, to },
    ...own.view,
    open: own.openUntil.filter(untilMs => untilMs >= atMs).length,
    ...(compared && { compared: compared.view }),
    countedAt,
  }
}

async function keptOf(reading: Reading, definition: DatedFunnel, moment: Moment): Promise<Kept> {
  const { asOf: _, ...same } = definition
  const { end, atMs, only } = moment
  // At equal age the other period grows with each moment.
  const age = definition.equalAge && definition.compareTo ? atMs : 0
  const key = JSON.stringify(['funnel', await newestOf(reading, definition, end), age, same, only])
  const known = reading.answers.get(key) as Kept | undefined
  // Windows that had closed are not remembered: a clock that stepped back opens them again.
  if (known && known.atMs <= atMs) return known
  const own = periodIn(definition, moment) as Period
  const other = periodIn(definition, moment, true)
  const kept = {
    own: await countIn(reading, definition, own),
    compared: other && (await countIn(reading, { ...definition, trend: undefined }, other)),
    ...{ atMs, countedAt: new Date().toISOString() },
  }
  reading.answers.set(key, kept)
  return kept
}

/** What a count follows from: the newest event of a type that it reads, or for customers that may tie; and the newest expiry. */
async function newestOf(reading: Reading, definition: DatedFunnel, end: number): Promise<unknown> {
  const { by, steps, breakdown, bots } = definition
  const types = [
    ...steps.map(({ event }) => event),
    ...(bots && breakdown !== 'device' ? [] : ['VisitStarted']),
    ...(breakdown === 'plan' ? ['LeadSubmitted', 'PlanActivated', 'PlanChanged'] : []),
  ]
  const ties = by === 'customer' ? sql`or account is not null or user_id is not null` : empty
  const sources = breakdown === 'source' ? sql`or source is not null or referrer_host is not null` : empty
  const [row] = await reading.rows(sql`
    select max(seq) filter (where seq <= ${end} and type <> 'VisitsExpired') as newest,
      -- What has expired since is gone as of any position.
      max(seq) filter (where type = 'VisitsExpired') as expiry
    from events where type = 'VisitsExpired' or type in (${join(types)}) ${ties} ${sources}`)
  return row
}

async function countIn(reading: Reading, definition: DatedFunnel, period: Period): Promise<Counted> {
  const { rules, atMs } = period
  const { breakdown, trend } = definition
  const stepCounts = () => new StepCounts(rules.steps)
  const [all, rest] = [stepCounts(), stepCounts()]
  const values = breakdown ? await mostEntered(reading, { ...definition, breakdown }, period) : []
  const byValue = new Map(values.map(value => [value, stepCounts()]))
  const days = trend && daysOf(trend)
  const perDay = new Map(
    days?.between(rules.fromMs, rules.toMs).map(start => [start, { entered: 0, converted: 0 }]),
  )
  const openUntil: number[] = []
  const find = chainFinder(rules)

  for await (const unit of unitsOf(reading, definition, period)) {
    const reached = find(unit)
    if (reached.steps === 0) continue
    all.add(unit, reached)
    if (breakdown) (byValue.get(unit.more[0] as string | null) ?? rest).add(unit, reached)
    const untilMs = latestStart(unit, rules) + rules.windowMs
    if (untilMs >= atMs) openUntil.push(untilMs)
    const day = days && perDay.get(days(unit.at[earliestStart(unit, rules, reached)] as number))
    if (!day) continue
    day.entered++
    if (reached.steps === rules.steps) day.converted++
  }
  const others = rest.results().map(step => ({ ...step, medianSeconds: null }))
  return {
    view: {
      steps: all.results(),
      ...(breakdown && { breakdown: [...byValue].map(([value, its]) => ({ value, steps: its.results() })) }),
      ...(others[0]?.count && { breakdownRest: others }),
      ...(days && {
        trend: [...perDay].map(([start, day]) => ({
          ...{ start, ...day, conversion: percentOf(day.converted, day.entered) },
        })),
      }),
    },
    openUntil,
  }
}

/** When a unit began its last try in the period. */
function latestStart(
  { at, steps, end }: { at: number[]; steps: number[]; end: number },
  { fromMs, toMs }: Period['rules'],
): number {
  let latest = Number.NEGATIVE_INFINITY
  for (let event = 0; event < end; event++) {
    const now = at[event] as number
    if ((steps[event] as number) % 2 === 1 && now >= fromMs && now < toMs && now > latest) latest = now
  }
  return latest
}
