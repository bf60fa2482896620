import type { Condition } from '@tba/events/funnels/definition.ts'
import type { PathTree } from '@tba/events/paths/views.ts'
import sql, { join } from 'sql-template-tag'
import { matchesStep } from '../analytics/conditions.ts'
import type { Reading } from '../analytics/reading.ts'
import { toldUnits } from '../analytics/told-units.ts'
import * as units from '../analytics/unit-events.ts'
import { treeOf, waysAlong } from './tree.ts'
import { longestMs, type WayAsked, wayFinder } from './ways.ts'

type Asked = WayAsked & { event: string; where: Condition[]; asOf?: string | undefined }

export async function findPaths(reading: Reading, asked: Asked): Promise<PathTree> {
  const { ways, stepOf } = await waysIn(reading, asked)
  const { event, where, direction, depth, asOf } = asked
  const position = reading.positionAsOf(asOf)
  return { ...treeOf(ways, stepOf, depth), event, where, position, direction, depth }
}

/** The visits that took this way, in the order in which their paths began. */
export async function findPathVisits(
  reading: Reading,
  { way, after, limit, ...asked }: Asked & units.Page & { way: string },
) {
  const { ways, reach } = await waysIn(reading, asked)
  const { page, next } = await units.pageOfUnits({ reading, reach }, waysAlong(ways, way), { after, limit })
  const visits = page.map(({ id, at }) => ({ id, startedAt: at }))
  return {
    visits: await toldUnits(reading, 'visit', visits),
    position: reading.positionAsOf(asked.asOf),
    next,
  }
}

/** The way of each visit but those of robots. */
async function waysIn(reading: Reading, { event, where, asOf, ...asked }: Asked) {
  const { fromMs, toMs, direction } = asked
  const end = await reading.seqAsOf(asOf)
  const reach = { by: 'visit', end, bots: false } as const
  // As far as a path may lead from the period.
  const [earliest, latest] =
    direction === 'next' ? [fromMs, toMs + longestMs + 1] : [fromMs - longestMs, toMs]
  const { first, last } = await units.stretchIn(reading, { fromMs: earliest, toMs: latest, end })
  const kinds = await units.kindsOf(reading)
  const { wayOf, stepOf, isOfWays } = wayFinder(kinds, asked)
  const idle = kinds.numbers.filter(kind => !isOfWays(kind))
  const all = sql`
    select seq, own_visit, tied_visit, account, recorded_ms, ${units.kind},
      case when ${matchesStep({ event, where })} and recorded_ms >= ${fromMs}::double and recorded_ms < ${toMs}::double
        then 1 else 0 end as steps
    from events where seq between ${first} and ${last}`
  const events =
    idle.length === 0 ? all : sql`select * from (${all}) where steps = 1 or kind not in (${join(idle)})`
  const ways: (units.Found & { branches: string[] })[] = []
  const whole = { events: units.unitsWithStep(reach, events), more: sql`kind` }
  await units.forEachUnit(reading, whole, unit => {
    const way = wayOf(unit)
    if (way) ways.push({ hash: unit.hash, seq: unit.seqs[way.start] as number, branches: way.branches })
  })
  return { ways, stepOf, reach }
}
