import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import { Columns, type Slice } from './columns.ts'
import type { HistoryRows } from './history-rows.ts'
import { Refused } from './messages.ts'
import { Owners } from './owners.ts'
import type { Between } from './places.ts'
import { beforeAll } from './places.ts'
import { Segment, segmentLength } from './segment.ts'
import { Ties } from './ties.ts'

/** Of the tables, what is loaded into memory. */
export type Loaded = Pick<HistoryRows, 'rows' | 'carried' | 'kinds'>

/** Two million events, for which there is room however little memory is granted. */
const leastGathered = 2 ** 26

/** A hundred thousand kinds, for which there is room as well. */
const leastKinds = 2 ** 26
/** Each of them may be some kilobytes long. */
const kindsAtOnce = 2_000

/** What of the history is in memory, all of it of the same tables. */
export class Held {
  readonly columns: Columns
  readonly owners: Owners
  readonly ties: Ties
  /** Up to here, visits that expired are out. */
  expiredUpTo = beforeAll
  /** Up to here, it is known whose streams are. */
  ownersUpTo = beforeAll
  /** Where the last segment ended as it was known to hold all that there was. */
  private caughtUpTo: PackedPosition | null = null
  private readonly mostBytes: number
  private readonly length: number
  private slicings = 0

  /** @param length how many events a segment holds at most */
  constructor(mostBytes: number, length = segmentLength) {
    this.columns = new Columns(Math.max(leastGathered, mostBytes / 2))
    this.owners = new Owners(this.columns)
    this.ties = new Ties(this.columns)
    this.mostBytes = mostBytes
    this.length = length
  }

  /** All that lies between these places, in the order of the log; what is not in memory yet is loaded. */
  async *slices(rows: Loaded, { after, upTo }: Between): AsyncGenerator<Slice> {
    const slicing = ++this.slicings
    for (let at = after; at < upTo; ) {
      const segment = this.columns.holding(at) ?? (await this.load(rows, { after: at, upTo }))
      segment.usedAt = slicing
      const first = at <= segment.after ? 0 : segment.rowsUpTo(at)
      const end = segment.upTo <= upTo ? segment.length : segment.rowsUpTo(upTo)
      at = segment.upTo
      if (end > first) yield { segment, first, end }
    }
  }

  /** Whether everything between these places is in memory. */
  covers({ after, upTo }: Between): boolean {
    let at = after
    while (at < upTo) {
      const segment = this.columns.holding(at)
      if (!segment) return false
      at = segment.upTo
    }
    return true
  }

  /** Everything between these places, where it is in memory. */
  covered({ after, upTo }: Between): Slice[] {
    return this.columns.segments
      .filter(segment => segment.after < upTo && segment.upTo > after)
      .map(segment => ({
        segment,
        first: segment.after >= after ? 0 : segment.rowsUpTo(after),
        end: segment.upTo <= upTo ? segment.length : segment.rowsUpTo(upTo),
      }))
  }

  /** Whether kinds take so much that few events have room: who says something else each time makes one with each event. */
  get isCrowded(): boolean {
    return this.columns.kinds.bytes > this.mostBytes / 4
  }

  /** Takes visits out that have expired, by the numbers of their streams, with all that was recorded before. */
  expire(visits: ReadonlySet<number>, before: PackedPosition): void {
    this.columns.expire(visits, before)
    this.ties.expire(visits, before)
    this.owners.tiedAs = ''
  }

  /** Notes whether what is in memory goes as far as the history itself. */
  reached(end: PackedPosition): void {
    if (this.columns.segments.at(-1)?.upTo === end) this.caughtUpTo = end
  }

  /**
   * Takes in at most one segment of what came since memory went as far as the history. Where it did not, a period of long
   * ago was asked for: all that lies between may be most of the log, and nobody wants it.
   */
  async keepUp(rows: Loaded, end: PackedPosition): Promise<void> {
    const last = this.columns.segments.at(-1)
    if (!last || last.upTo !== this.caughtUpTo || last.upTo >= end) return
    const segment = await this.load(rows, { after: last.upTo, upTo: end })
    segment.usedAt = ++this.slicings
    this.caughtUpTo = segment.upTo
  }

  private async load(rows: Loaded, { after, upTo }: Between): Promise<Segment> {
    const { columns } = this
    const open = columns.segments.find(
      segment => segment.upTo === after && segment.length < this.length && segment.after < after,
    )
    const segment = open ?? new Segment(after)
    const next = columns.segments.find(other => other.after >= after)
    const end = next && next.after < upTo ? next.after : upTo
    const first = segment.length
    try {
      const limit = this.length - first
      await rows.rows({ after, upTo: end }, limit, columns.into(segment))
      const isCut = segment.length - first === limit
      const last = isCut ? segment.placeAt(segment.length - 1) : end
      await this.learnKinds(rows)
      for (const [place, visit] of await rows.carried({ after, upTo: last })) {
        const row = segment.rowsUpTo(place) - 1
        if (row >= first && segment.placeAt(row) === place) segment.carry(row, columns.visitOf(visit))
      }
      columns.noteStarts({ segment, first, end: segment.length })
      segment.upTo = last
    } catch (error) {
      segment.cut(first)
      throw error
    }
    if (!open) columns.add(segment)
    this.makeRoom(segment)
    return segment
  }

  /** @throws {Refused} where what they say takes too much memory: the next question begins with an empty one */
  async learnKinds(rows: Pick<Loaded, 'kinds'>): Promise<void> {
    const { kinds } = this.columns
    const unknown = kinds.unknown()
    for (let at = 0; at < unknown.length; at += kindsAtOnce) {
      for (const [key, type, said] of await rows.kinds(unknown.slice(at, at + kindsAtOnce)))
        kinds.learn(key, { type, said })
      if (kinds.bytes > Math.max(leastKinds, this.mostBytes / 2))
        throw new Refused('large', 'what the events of this question say takes too much memory')
    }
  }

  /** Those that were not asked for for longest go, and are loaded again when they are. */
  private makeRoom(latest: Segment): void {
    const { segments } = this.columns
    while (this.columns.bytes + this.ties.bytes > this.mostBytes && segments.length > 1) {
      const [oldest] = segments.filter(segment => segment !== latest).toSorted((a, b) => a.usedAt - b.usedAt)
      if (!oldest) return
      segments.splice(segments.indexOf(oldest), 1)
    }
  }
}
