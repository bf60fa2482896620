import { setImmediate } from 'node:timers/promises'
import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import { packed, unpacked } from '@tba/event-store/packed-position.ts'
import type { Position } from '@tba/event-store/port.ts'
import { isPosition } from '@tba/event-store/position.ts'
import type { Columns, Slice } from './columns.ts'
import type { Held } from './held.ts'
import type { HistoryRows } from './history-rows.ts'
import { type LogEvent, type ReadLog, Refused } from './messages.ts'
import type { Owners } from './owners.ts'
import type { Between } from './places.ts'
import { before, beforeAll } from './places.ts'
import { Segment } from './segment.ts'
import { Starts, streamsAtOnce } from './starts.ts'

export type Looking = {
  held: Held
  rows: HistoryRows
  position: Position
  upTo: PackedPosition
  readLog: ReadLog
  assertWanted: () => void
  version: string
}

export type Period = { fromMs: number; toMs: number }

/** The history at one moment: all that is asked here is of that. */
export class Look {
  readonly rows: HistoryRows
  /** What the history had reached. */
  readonly position: Position
  readonly upTo: PackedPosition
  /** Another one wherever what was answered before about the same places may no longer hold. */
  readonly version: string
  readonly starts: Starts
  private readonly held: Held
  private readonly readLog: ReadLog
  private readonly assertWanted: () => void
  private pausedAt = performance.now()

  constructor({ held, rows, position, upTo, readLog, assertWanted, version }: Looking) {
    this.held = held
    this.rows = rows
    this.position = position
    this.upTo = upTo
    this.readLog = readLog
    this.assertWanted = assertWanted
    this.version = version
    this.starts = new Starts(held, rows, upTo)
  }

  get columns(): Columns {
    return this.held.columns
  }

  get owners(): Owners {
    return this.held.owners
  }

  async *slices(between: Between): AsyncGenerator<Slice> {
    for await (const slice of this.held.slices(this.rows, between)) {
      await this.pause()
      yield slice
    }
  }

  /** To be called now and then by whatever takes long: whoever hung up is heard. @throws where nobody waits any more */
  async pause(): Promise<void> {
    this.assertWanted()
    if (performance.now() - this.pausedAt < pauseEveryMs) return
    await setImmediate()
    this.pausedAt = performance.now()
    this.assertWanted()
  }

  keepUp(): Promise<void> {
    return this.held.keepUp(this.rows, this.upTo)
  }

  /** Null: whatever there is. @throws {Refused} for what is no position of this log; one beyond its end is its end */
  placeAsOf(asOf: string | undefined): PackedPosition {
    if (asOf === undefined) return this.upTo
    const wrong = () => new Refused('position', 'Posizione non valida')
    if (!isPosition(asOf)) throw wrong()
    const place = packedOr(asOf, wrong)
    if (this.position !== '' && unpacked(place, this.position) !== asOf) throw wrong()
    return place < this.upTo ? place : this.upTo
  }

  /** Null in an empty log. */
  positionOf(place: PackedPosition): Position | null {
    return this.position === '' || place === beforeAll ? null : unpacked(place, this.position)
  }

  placeOf(position: Position): PackedPosition {
    return packed(position)
  }

  /** What the log has at these places, nothing of it opened. */
  async events(places: readonly PackedPosition[]): Promise<readonly LogEvent[]> {
    this.assertWanted()
    return places.length === 0 ? [] : this.readLog(places, this.position)
  }

  /**
   * Between which places all lies that chains of events within these periods may consist of.
   * @param windowMs how long after the end of its period a chain may end
   */
  async betweenOf(periods: readonly Period[], windowMs: number, upTo: PackedPosition): Promise<Between[]> {
    // A later step may have been recorded at an earlier time, where the clock stepped back.
    const places = await this.rows.placesOf(
      periods.map(({ fromMs, toMs }) => ({ fromMs, toMs, endMs: toMs + windowMs + 1 })),
    )
    const found = places.flatMap(([first, last]) => {
      if (first === null || last === null) return []
      const between = { after: before(first), upTo: last < upTo ? last : upTo }
      return between.after < between.upTo ? [between] : []
    })
    return merged(found)
  }

  /** Loads whose streams are, and who is tied to which visit as of a place. */
  async own(upTo: PackedPosition, { bots }: { bots: boolean }): Promise<Owners> {
    const { held, rows } = this
    const { owners, ties } = held
    owners.addAccounts(await rows.accounts(held.ownersUpTo))
    owners.addSessions(await rows.sessions(held.ownersUpTo))
    held.ownersUpTo = this.upTo
    await ties.readOn(rows, this.upTo)
    const asked = `${upTo} ${bots}`
    if (owners.tiedAs === asked) return owners
    const count = ties.countUpTo(upTo)
    const robots = bots ? new Set<number>() : await this.robotsAmong(ties.visits.subarray(0, count), upTo)
    // Whoever names the number of an account before there is one names nobody.
    const later = new Set(
      upTo < this.upTo ? (await rows.accounts(upTo)).map(([key]) => this.columns.streamOf(key)) : [],
    )
    owners.tie(ties, count, { account: account => !later.has(account), visit: visit => !robots.has(visit) })
    owners.tiedAs = asked
    return owners
  }

  /** Of these visits those of robots, as far as is told up to a place. */
  robotsAmong(visits: Iterable<number>, upTo: PackedPosition): Promise<ReadonlySet<number>> {
    return this.starts.robotsAmong(visits, upTo)
  }

  /** Everything up to a place, where all of it is in memory. */
  inMemory(upTo: PackedPosition): Slice[] | null {
    const all = { after: beforeAll, upTo }
    return this.held.covers(all) ? this.held.covered(all) : null
  }

  /** All events of these types, which are facts, up to a place. */
  async factsOf(types: readonly string[], upTo: PackedPosition): Promise<Slice[]> {
    const { rows, columns } = this
    const segment = new Segment(beforeAll)
    const carried = await rows.facts(await this.kindsOf(types), upTo, columns.into(segment))
    for (const [place, visit] of carried) segment.carry(segment.rowsUpTo(place) - 1, columns.visitOf(visit))
    return [{ segment, first: 0, end: segment.length }]
  }

  /** Of each of these visits the kind of its first event whose page names a source. */
  async firstSources(visits: Int32Array, upTo: PackedPosition): Promise<ReadonlyMap<number, number>> {
    const { columns, rows } = this
    const { kinds, streams } = columns
    const firsts = new Map<number, number>()
    for (let at = 0; at < visits.length; at += streamsAtOnce) {
      await this.pause()
      const asked = visits.subarray(at, at + streamsAtOnce)
      const keys = Array.from(asked, visit => streams.keys[visit] ?? 0)
      const found = await rows.sources(keys, upTo)
      const events = found.map(([stream, kind]) => [streams.find(stream), kinds.numberOf(kind)] as const)
      await this.held.learnKinds(rows)
      for (const [visit, kind] of events)
        if (!firsts.has(visit) && kinds.source(kind) !== null) firsts.set(visit, kind)
    }
    return firsts
  }

  /** The keys of all kinds of these types, which are known from then on: of facts, which have few. */
  private async kindsOf(types: readonly string[]): Promise<number[]> {
    const rows = await this.rows.kindsOf(types)
    for (const [key, type, said] of rows) this.columns.kinds.learn(key, { type, said })
    return rows.map(([key]) => key)
  }
}

const pauseEveryMs = 50

function packedOr(position: Position, wrong: () => Error): PackedPosition {
  try {
    return packed(position)
  } catch {
    throw wrong()
  }
}

/** In the order of the log, none of them overlapping. */
function merged(ranges: readonly Between[]): Between[] {
  const kept: Between[] = []
  for (const range of ranges.toSorted((a, b) => (a.after < b.after ? -1 : 1))) {
    const last = kept.at(-1)
    if (last && range.after <= last.upTo)
      kept[kept.length - 1] = { ...last, upTo: range.upTo > last.upTo ? range.upTo : last.upTo }
    else kept.push(range)
  }
  return kept
}
