import type { FunnelDefinition } from '@tba/events/funnels/definition.ts'
import sql from 'sql-template-tag'
import type { Reading } from '../analytics/reading.ts'
import { type Only, timeOf } from '../funnels/read-units.ts'
import { runFunnel } from '../funnels/run-funnel.ts'

type Asked = {
  definition: FunnelDefinition
  /** Which events count; who is a robot, and whose a visit is, follows from all. */
  bounds: Only
  /** Where the log ended when the replay was asked for. */
  end: string | null
}

/** Counts the funnel of a replay, as of the position at which it was asked for. @returns also of how many events it is */
export async function replayFunnel(reading: Reading, { definition, bounds, end }: Asked) {
  const last = [definition.asOf, end].filter(position => position != null).toSorted()[0]
  const seq = await reading.seqAsOf(last)
  const asked = { ...definition, ...(last !== undefined && { asOf: last }) }
  const counting = { definition: asked, nowMs: await timeOf(reading, seq), only: bounds }
  const { countedAt: _, ...result } = await runFunnel(reading, counting)
  const [row] = await reading.rows<{ events: number }>(
    sql`select count(*)::double as events from events where seq <= ${seq}`,
  )
  return { result: JSON.stringify(result), events: row?.events ?? 0 }
}
