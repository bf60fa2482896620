import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import type { Replay } from '@tba/events/replays/views.ts'
import sql, { join } from 'sql-template-tag'
import type { Reading } from '../analytics/reading.ts'
import { timeOf } from '../funnels/read-units.ts'
import { runFunnel } from '../funnels/run-funnel.ts'
import { type CopyFilter, conditionsOf } from '../history/conditions.ts'

type Bounds = Pick<Replay, 'from' | 'to' | 'types' | 'visits'>
type Asked = {
  mode: Replay['mode']
  /** Which events count; who is a robot, and whose a visit is, follows from all. */
  filter: Bounds
  /** Where the log ended when the replay was asked for. */
  end: string | null
}

export const filterOfReplay = ({ from, to, types, visits }: Bounds): CopyFilter => ({
  ...{ types, visits, words: [] },
  ...(from && { from: Date.parse(from) }),
  ...(to && { to: Date.parse(to) }),
})

/** What a replay comes to, as of where the log ended when it was asked for, and of how many events. */
export async function playReplay(reading: Reading, { mode, filter, end }: Asked) {
  const only = filterOfReplay(filter)
  if (mode.kind !== 'funnel') return { ...(await countUpTo(reading, end ?? undefined, only)), result: null }
  const definition = mode.definition as unknown as FunnelDefinition
  const last = [definition.asOf, end].filter(position => position != null).toSorted()[0]
  const asked = { ...definition, ...(last !== undefined && { asOf: last }) }
  const nowMs = await timeOf(reading, await reading.seqAsOf(last))
  const { countedAt: _, ...result } = await runFunnel(reading, { definition: asked, nowMs, only })
  return { ...(await countUpTo(reading, last, only)), found: 1, result: JSON.stringify(result) }
}

/** How many events there are up to a position, and how many of them are played. */
async function countUpTo(reading: Reading, last: string | undefined, only: CopyFilter) {
  const [row] = await reading.rows<{ done: number; found: number }>(sql`
    select count(*)::double as done, count(*) filter (where ${join(conditionsOf(only), ' and ')})::double as found
    from events where seq <= ${await reading.seqAsOf(last)}`)
  return row ?? { done: 0, found: 0 }
}
