import type { Condition } from '@tba/events/funnels/definition.ts'
import type { PathTree } from '@tba/events/paths/views.ts'
import sql, { join } from 'sql-template-tag'
import { matchesStep } from '../analytics/conditions.ts'
import type { Snapshot } from '../analytics/snapshot.ts'
import * as units from '../analytics/unit-events.ts'
import { withSummaries } from '../analytics/unit-summaries.ts'
import { treeOf, waysAlong } from './tree.ts'
import { maxPathMs, type WayInput, wayFinder } from './ways.ts'

type PathsInput = WayInput & { event: string; where: Condition[]; asOf?: string | undefined }

export async function findPaths(snapshot: Snapshot, input: PathsInput): Promise<PathTree> {
  const { ways, stepOf } = await findWays(snapshot, input)
  const { event, where, direction, depth, asOf } = input
  const position = snapshot.positionAsOf(asOf)
  return { ...treeOf(ways, stepOf, depth), event, where, position, direction, depth }
}

/** The visits of a branch, in the order in which their paths began. */
export async function findPathVisits(
  snapshot: Snapshot,
  { way, after, limit, ...input }: PathsInput & units.Page & { way: string },
) {
  const { ways, scope } = await findWays(snapshot, input)
  const { page, next } = await units.pageOfUnits({ snapshot, scope }, waysAlong(ways, way), { after, limit })
  const visits = page.map(({ id, at }) => ({ id, startedAt: at }))
  return {
    visits: await withSummaries(snapshot, 'visit', visits),
    position: snapshot.positionAsOf(input.asOf),
    next,
  }
}

/** The path of each visit, without robots. */
async function findWays(snapshot: Snapshot, { event, where, asOf, ...input }: PathsInput) {
  const { fromMs, toMs, direction } = input
  const end = await snapshot.seqAsOf(asOf)
  const scope = { by: 'visit', end, bots: false } as const
  // A path can lead out of the period by this much.
  const [earliest, latest] =
    direction === 'next' ? [fromMs, toMs + maxPathMs + 1] : [fromMs - maxPathMs, toMs]
  const { first, last } = await units.seqRange(snapshot, { fromMs: earliest, toMs: latest, end })
  const signatures = await units.readSignatures(snapshot)
  const { wayOf, stepOf, affectsWays } = wayFinder(signatures, input)
  const irrelevant = signatures.numbers.filter(signature => !affectsWays(signature))
  const all = sql`
    select seq, own_visit, tied_visit, account, recorded_ms, ${units.signature},
      case when ${matchesStep({ event, where })} and recorded_ms >= ${fromMs}::double and recorded_ms < ${toMs}::double
        then 1 else 0 end as steps
    from events where seq between ${first} and ${last}`
  const events =
    irrelevant.length === 0
      ? all
      : sql`select * from (${all}) where steps = 1 or signature not in (${join(irrelevant)})`
  const ways: (units.FoundUnit & { branches: string[] })[] = []
  const whole = { events: units.unitsWithStep(scope, events), more: sql`signature` }
  await units.forEachUnit(snapshot, whole, unit => {
    const way = wayOf(unit)
    if (way) ways.push({ hash: unit.hash, seq: unit.seqs[way.start] as number, branches: way.branches })
  })
  return { ways, stepOf, scope }
}
