import type { Condition } from '@tba/events/condition.ts'
import type { Filtered } from '@tba/events/filters/filter.ts'
import type { PathTree } from '@tba/events/paths/views.ts'
import { present } from '@tba/events/present.ts'
import sql from 'sql-template-tag'
import { matchesStep } from '../analytics/conditions.ts'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { countUnplaced, filteredScope } from '../analytics/filters.ts'
import * as units from '../analytics/unit-events.ts'
import { type FoundUnit, type Page, pageOfUnits } from '../analytics/unit-page.ts'
import { joinedAmong, type UnitScope } from '../analytics/units.ts'
import { within } from '../analytics/within.ts'
import { treeOf, type Way, waysAlong } from './tree.ts'
import { maxPathMs, type WayInput, wayFinder } from './ways.ts'

type PathsInput = WayInput &
  Filtered & {
    by?: UnitScope['by'] | undefined
    event: string
    where: Condition[]
    asOf?: string | undefined
  }

export async function findPaths(snapshot: Snapshot, input: PathsInput): Promise<PathTree> {
  const { event, where, direction, depth, asOf } = input
  // Each way once: most visits go one of few ways.
  const ways = new Map<Way['branches'], number>()
  const entered = new Set<bigint>()
  const { stepOf, scope, unplaced } = await forEachWay(snapshot, input, ({ branches }, { hash }) => {
    if (input.by === 'person') entered.add(hash)
    ways.set(branches, (ways.get(branches) ?? 0) + 1)
  })
  const position = snapshot.positionAsOf(asOf)
  const counted = [...ways].map(([branches, visits]) => ({ branches, visits }))
  return {
    ...treeOf(counted, stepOf, depth),
    event,
    where,
    position,
    direction,
    depth,
    ...(await joinedAmong(snapshot, scope, entered)),
    ...(unplaced !== null && { unplaced }),
  }
}

/** The visits of a branch, the newest path first. */
export async function findPathVisits(
  snapshot: Snapshot,
  { way, after, limit, ...input }: PathsInput & Page & { way: string },
) {
  const ways: (FoundUnit & Way)[] = []
  const { scope } = await forEachWay(snapshot, input, ({ branches, start }, { hash, seqs }) => {
    ways.push({ hash, seq: present(seqs[start]), branches })
  })
  const units = waysAlong(ways, way).map(({ hash, seq }) => ({ hash, seq }))
  return pageOfUnits(snapshot, { scope, asOf: input.asOf, units }, { after, limit })
}

/** Calls `see` for the path of each visit, without robots. */
async function forEachWay(
  snapshot: Snapshot,
  { by = 'visit', event, where, asOf, ...input }: PathsInput,
  see: (way: Way & { start: number }, unit: units.Unit) => void,
) {
  const { fromMs, toMs, direction } = input
  const end = await snapshot.seqAsOf(asOf)
  const scope = await filteredScope(snapshot, { by, end, bots: false }, input)
  // A path can lead out of the period by this much.
  const [earliest, latest] =
    direction === 'next' ? [fromMs, toMs + maxPathMs + 1] : [fromMs - maxPathMs, toMs]
  const { first, last } = await units.seqRange(snapshot, { fromMs: earliest, toMs: latest, end })
  const range = sql`from events where seq between ${first} and ${last}`
  const all = sql`
    select seq, own_visit, tied_visit, account, person, recorded_ms, signature,
      case when ${matchesStep({ event, where })} and ${within(sql`recorded_ms`, input)} then 1 else 0 end as steps
    ${range}`
  const beginning = sql`select * from (${all}) where steps = 1`
  const { areMost, eventsOf } = await units.unitsWith(snapshot, { scope, beginning })
  const signatures = await units.signaturesIn(
    snapshot,
    areMost ? sql`select seq, signature ${range}` : eventsOf(all)(scope),
  )
  const { wayOf, stepOf, isMeant } = wayFinder(signatures.of, input)
  // Scrolling and time on page are every fifth event, and usually no steps.
  const leftOut = JSON.stringify([...signatures.all].filter(signature => !isMeant(signature)))
  const of = sql`
    select * from (${all}) where steps = 1 or signature not in (
      select unnest(from_json(${leftOut}::json, '["INTEGER"]')))`
  await units.forEachUnit(snapshot, { scope, of, events: eventsOf(of), more: sql`signature` }, unit => {
    const way = wayOf(unit)
    if (way) see(way, unit)
  })
  return { stepOf, scope, unplaced: await countUnplaced(snapshot, scope, input, beginning) }
}
