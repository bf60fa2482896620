import { type DatedFunnel, type FunnelDefinition, resolved } from '@tba/events/funnels/definition.ts'
import { canonical } from '@tba/events/funnels/same-definition.ts'
import type { FunnelResult } from '@tba/events/funnels/views.ts'
import sql, { empty, join, type Sql } from 'sql-template-tag'
import type { Reading } from '../analytics/reading.ts'
import { type Counted, countPeriod } from './count-funnel.ts'
import type { Only } from './only.ts'
import { stretchCompared, stretchOf, timeOf } from './stretch.ts'

export type AskedRun = {
  definition: FunnelDefinition
  /** By which periods that move stand still, in ms since 1970. */
  nowMs: number
  /** Of a replay: which events count. */
  only?: Only
}

type Kept = { own: Counted; compared: Counted | null; atMs: number; countedAt: string }

/** How far units came. The same definition is counted again only where an event was recorded that may change it. */
export async function runFunnel(
  reading: Reading,
  { definition: asked, nowMs, only }: AskedRun,
): Promise<FunnelResult & { countedAt: string }> {
  const definition = resolved(asked, nowMs)
  const end = await reading.seqAsOf(definition.asOf)
  const atMs = await timeOf(reading, end)
  const kept = await keptOf(reading, definition, { end, atMs, only })
  const { own, compared, countedAt } = kept
  return {
    position: reading.positionAsOf(definition.asOf),
    ...{ from: definition.from, to: definition.to },
    ...own.view,
    open: own.openUntil.reduce((open, untilMs) => open + (untilMs >= atMs ? 1 : 0), 0),
    ...(compared && { compared: compared.view }),
    countedAt,
  }
}

type Moment = { end: number; atMs: number; only: Only | undefined }

async function keptOf(reading: Reading, definition: DatedFunnel, { end, atMs, only }: Moment): Promise<Kept> {
  const { asOf: _, ...same } = definition
  const newest = await newestOf(reading, definition, end)
  // At equal age the other period grows with each moment.
  const age = definition.equalAge && definition.compareTo ? atMs : 0
  const key = `funnel ${newest} ${age} ${canonical(same)}${only ? JSON.stringify(only) : ''}`
  const known = reading.answers.get(key) as Kept | undefined
  // Windows that had closed are not remembered: a clock that stepped back opens them again.
  if (known && known.atMs <= atMs) return known
  const own = await countPeriod(reading, definition, {
    stretch: await stretchOf(reading, definition, { period: definition, end }),
    ...{ end, nowMs: atMs, only, trend: definition.trend },
  })
  const other = await stretchCompared(reading, definition, end)
  const kept = {
    own,
    compared: other && (await countPeriod(reading, definition, { stretch: other, end, nowMs: atMs, only })),
    ...{ atMs, countedAt: new Date().toISOString() },
  }
  reading.answers.set(key, kept)
  return kept
}

/** What a count follows from: the newest event of a type that it reads, or for customers that may tie; and the newest expiry. */
async function newestOf(reading: Reading, definition: DatedFunnel, end: number): Promise<string> {
  const { by, steps, breakdown, bots } = definition
  const types = [
    ...steps.map(({ event }) => event),
    ...(bots && breakdown !== 'device' ? [] : ['VisitStarted']),
    ...(breakdown === 'plan' ? ['LeadSubmitted', 'PlanActivated', 'PlanChanged'] : []),
  ]
  const ties: Sql = by === 'customer' ? sql`or account is not null or user_id is not null` : empty
  const sources: Sql =
    breakdown === 'source' ? sql`or source is not null or referrer_host is not null` : empty
  const [row] = await reading.rows<{ newest: number | null; expiry: number | null }>(sql`
    select max(seq) filter (where seq <= ${end} and type <> 'VisitsExpired') as newest,
      -- What has expired since is gone as of any position.
      max(seq) filter (where type = 'VisitsExpired') as expiry
    from events where type = 'VisitsExpired' or type in (${join(types)}) ${ties} ${sources}`)
  return `${row?.newest ?? 0} ${row?.expiry ?? 0}`
}
