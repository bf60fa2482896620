import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { Replay } from '@tba/events/replays/views.ts'
import sql, { join } from 'sql-template-tag'
import type { Snapshot } from '../analytics/copy/snapshot.ts'
import { timeOfSeq } from '../funnels/read-units.ts'
import { runFunnel } from '../funnels/run-funnel.ts'
import { type CopyFilter, conditionsOf } from '../history/conditions.ts'

type ReplayFilter = Pick<Replay, 'from' | 'to' | 'types' | 'visits'>
type PlayInput = {
  mode: Replay['mode']
  /** Which events count. Robots and owners of visits are found from all events. */
  filter: ReplayFilter
  /** The end of the log when the replay was requested. */
  end: string | null
}

export const filterOfReplay = ({ from, to, types, visits }: ReplayFilter): CopyFilter => ({
  types,
  visits,
  words: [],
  ...(from && { from: Date.parse(from) }),
  ...(to && { to: Date.parse(to) }),
})

/** The result of a replay at the end of the log when it was requested, and the number of events. */
export async function playReplay(snapshot: Snapshot, { mode, filter, end }: PlayInput) {
  const only = filterOfReplay(filter)
  if (mode.kind !== 'funnel') return { ...(await countUpTo(snapshot, end ?? undefined, only)), result: null }
  const definition = mode.definition as unknown as FunnelDefinition
  const last = [definition.asOf, end].filter(position => position != null).toSorted()[0]
  const input = { ...definition, ...(last !== undefined && { asOf: last }) }
  const nowMs = await timeOfSeq(snapshot, await snapshot.seqAsOf(last))
  const { countedAt: _, ...result } = await runFunnel(snapshot, { definition: input, nowMs, only })
  return { ...(await countUpTo(snapshot, last, only)), found: 1, result: JSON.stringify(result) }
}

/** The number of events up to a position, and of those that match. */
async function countUpTo(snapshot: Snapshot, last: string | undefined, only: CopyFilter) {
  const [row] = await snapshot.rows<{ done: number; found: number }>(sql`
    select count(*)::double as done, count(*) filter (where ${join(conditionsOf(only), ' and ')})::double as found
    from events where seq <= ${await snapshot.seqAsOf(last)}`)
  return row ?? { done: 0, found: 0 }
}
