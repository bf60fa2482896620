import type { PathTree, PathVisits } from '@tba/events/paths/views.ts'
import sql, { empty } from 'sql-template-tag'
import { matchesStep } from '../analytics/conditions.ts'
import { foundPage } from '../analytics/found-page.ts'
import { kindsOf } from '../analytics/kinds.ts'
import type { Reading } from '../analytics/reading.ts'
import { runsOf } from '../analytics/runs.ts'
import { eventsByUnit } from '../analytics/units.ts'
import type { PathsAsked, PathVisitsAsked } from './asked.ts'
import { longestMs, waysOf } from './count-paths.ts'
import { pathKindsOf } from './path-kinds.ts'
import { treeNode } from './path-node.ts'
import { treeOf, waysAlong } from './tree.ts'

export async function findPaths(reading: Reading, asked: PathsAsked): Promise<PathTree> {
  const { ways, kinds } = await waysIn(reading, asked)
  const { event, where, direction, depth, asOf } = asked
  const root = treeNode(treeOf(ways, kinds.keyOf), { ...kinds, depth })
  return { ...root, event, where, position: reading.positionAsOf(asOf), direction, depth }
}

/** The visits that took this way, in the order in which their paths began. */
export async function findPathVisits(
  reading: Reading,
  { way, after, limit, ...asked }: PathVisitsAsked,
): Promise<PathVisits> {
  const { ways, kinds, runs, reach } = await waysIn(reading, asked)
  const seqs = Array.from(
    waysAlong(ways, way, kinds.keyOf),
    each => runs.seqs[ways.rows[each] as number] as number,
  )
  const { page, next } = await foundPage(reading, reach, { seqs, after, limit })
  const visits = page.map(({ id, at }) => ({ id, startedAt: at }))
  return { visits, position: reading.positionAsOf(asked.asOf), next }
}

/** The way of each visit but those of robots, as far as a path may lead from the period. */
async function waysIn(reading: Reading, asked: PathsAsked) {
  const { fromMs, toMs, direction, depth } = asked
  const end = await reading.seqAsOf(asked.asOf)
  const reach = { by: 'visit', end, bots: false } as const
  const kindsByNumber = await kindsOf(reading)
  const { first, last } = await stretchOf(reading, asked, end)
  const isBegin = sql`(${matchesStep({ event: asked.event, where: asked.where })} ${within({ fromMs, toMs })})`
  const events = sql`
    select seq, own_visit, tied_visit, account, recorded_ms, kind, case when ${isBegin} then 1 else 0 end as mark
    from events where seq between ${first} and ${last}`
  const units = eventsByUnit(reach, events)
  // Only of visits in which such paths begin.
  const runs = await runsOf(
    reading,
    sql`select * from (${units}) where unit in (
      select unit from (${eventsByUnit(reach, sql`select * from (${events}) where mark = 1`)}))`,
  )
  const kinds = pathKindsOf(kindsByNumber)
  const begins = (row: number) => runs.marks[row] === 1
  const ways = waysOf(runs, kinds.kinds, { fromMs, toMs, direction, depth, begins })
  return { ways, kinds, runs, reach }
}

const within = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => sql`
  ${Number.isFinite(fromMs) ? sql`and recorded_ms >= ${fromMs}::double` : empty}
  ${Number.isFinite(toMs) ? sql`and recorded_ms < ${toMs}::double` : empty}`

/** Between which events a path may lead, by the log's order: the clock may step back. */
async function stretchOf(reading: Reading, { fromMs, toMs, direction }: PathsAsked, end: number) {
  const [from, to] = direction === 'next' ? [fromMs, toMs + longestMs + 1] : [fromMs - longestMs, toMs]
  const later = Number.isFinite(from) ? sql`filter (where recorded_ms >= ${from}::double)` : empty
  const earlier = Number.isFinite(to) ? sql`filter (where recorded_ms < ${to}::double)` : empty
  const [row] = await reading.rows<{ first: number | null; last: number | null }>(
    sql`select min(seq) ${later} as first, max(seq) ${earlier} as last from events where seq <= ${end}`,
  )
  return { first: row?.first ?? 1, last: row?.last ?? 0 }
}
