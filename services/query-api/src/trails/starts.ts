import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import type { Held } from './held.ts'
import type { HistoryRows } from './history-rows.ts'
import { OfKinds } from './kinds.ts'
import { beforeAll } from './places.ts'

/** With what visits began: what their browser said, and where they came from. */
export class Starts {
  private readonly held: Held
  private readonly rows: HistoryRows
  /** What the history had reached. */
  private readonly end: PackedPosition

  constructor(held: Held, rows: HistoryRows, end: PackedPosition) {
    this.held = held
    this.rows = rows
    this.end = end
  }

  /** Has the events that these visits began with known, those too that lie before what is in memory. */
  async find(visits: Iterable<number>): Promise<void> {
    const { held, end } = this
    // What is not known then is nowhere: only events of other streams name these visits.
    if (held.covers({ after: beforeAll, upTo: end })) return
    const { started } = held.columns
    const unknown = new Set<number>()
    for (const visit of visits) if (!started[visit]) unknown.add(visit)
    for await (const [visit, kind] of this.ofThem(unknown, end)) held.columns.started[visit] = kind
  }

  /** By a visit's number: the kind of its start, 0 where it had not begun by a place or nothing tells how. */
  async asOf(visits: Iterable<number>, upTo: PackedPosition): Promise<(visit: number) => number> {
    await this.find(visits)
    const { started } = this.held.columns
    if (upTo >= this.end) return visit => started[visit] ?? 0
    const late = this.begunBehind(upTo) ?? new Set(visits)
    const earlier = new Map<number, number>()
    for await (const [visit, kind] of this.ofThem(late, upTo)) earlier.set(visit, kind)
    return visit => (late.has(visit) ? earlier.get(visit) : started[visit]) ?? 0
  }

  /** Of these visits those of robots, as far as is told up to a place: one that had not begun by then was nobody's yet. */
  async robotsAmong(visits: Iterable<number>, upTo: PackedPosition): Promise<ReadonlySet<number>> {
    await this.find(visits)
    const { started, kinds } = this.held.columns
    const robots = new Set<number>()
    for (const visit of visits) if (kinds.isRobot(started[visit] ?? 0)) robots.add(visit)
    if (upTo >= this.end || robots.size === 0) return robots
    const kindOf = await this.asOf(robots, upTo)
    return new Set([...robots].filter(visit => kinds.isRobot(kindOf(visit))))
  }

  /** The visits that began behind a place; null where not all that lies there is in memory. */
  private begunBehind(place: PackedPosition): Set<number> | null {
    const { held, end } = this
    const between = { after: place, upTo: end }
    if (!held.covers(between)) return null
    const isStart = new OfKinds(held.columns.kinds, type => (type === 'VisitStarted' ? 1 : 0)).refresh()
    const begun = new Set<number>()
    for (const { segment, first, end } of held.covered(between))
      for (let row = first; row < end; row++)
        if (isStart[segment.kinds[row] as number]) begun.add(segment.streams[row] as number)
    return begun
  }

  /** The numbers of those that had begun by a place, each with that of the kind of its start. */
  private async *ofThem(visits: ReadonlySet<number>, upTo: PackedPosition) {
    const { held, rows } = this
    const { streams, kinds } = held.columns
    const keys = Array.from(visits, visit => streams.keys[visit] as number)
    for (let at = 0; at < keys.length; at += streamsAtOnce) {
      const starts = await rows.starts(keys.slice(at, at + streamsAtOnce), upTo)
      const found = starts.map(([stream, kind]) => [streams.find(stream), kinds.numberOf(kind)] as const)
      await held.learnKinds(rows)
      yield* found
    }
  }
}

export const streamsAtOnce = 10_000
