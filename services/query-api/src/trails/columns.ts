import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import type { RowSink } from './copied-rows.ts'
import { grown, KeyIndex } from './key-index.ts'
import { Kinds } from './kinds.ts'
import { noKind, type Segment } from './segment.ts'

/** Rows of a segment, from `first` up to `end`. */
export type Slice = { segment: Segment; first: number; end: number }

/**
 * The history in memory: a column a field, in the order of the log, in segments of which some may be there and others not.
 * Streams and kinds have numbers here.
 */
export class Columns {
  /** In the order of the log. */
  readonly segments: Segment[] = []
  readonly streams = new KeyIndex()
  readonly kinds = new Kinds()
  /** By a stream's number: 1 where it is that of a visit. */
  isVisit = new Uint8Array(1_024)
  /** By a stream's number: the kind of the event that the visit began with, 0 where that is not in memory. */
  started = new Int32Array(1_024)

  /** What the events that a question gathers may take beside all this. */
  readonly mostGathered: number

  constructor(mostGathered = Number.POSITIVE_INFINITY) {
    this.mostGathered = mostGathered
  }

  streamOf(key: number): number {
    const number = this.streams.numberOf(key)
    if (number >= this.isVisit.length) {
      this.isVisit = grown(this.isVisit, this.streams.keys.length)
      this.started = grown(this.started, this.streams.keys.length)
    }
    return number
  }

  visitOf(key: number): number {
    const number = this.streamOf(key)
    this.isVisit[number] = 1
    return number
  }

  /** Appends rows to a segment. */
  into(segment: Segment): RowSink {
    return {
      row: (view, placeAt, atMs, stream, kind) => {
        segment.reserve()
        const row = segment.length++
        segment.at[row] = atMs
        segment.kinds[row] = this.kinds.numberOf(kind)
        // Kinds of what visitors did are above zero.
        segment.streams[row] = kind > 0 ? this.visitOf(stream) : this.streamOf(stream)
        for (let word = 0; word < 4; word++)
          segment.places[row * 4 + word] = view.getUint32(placeAt + word * 4)
      },
    }
  }

  /** Notes with what visits began. To be called when the kinds of these rows are known. */
  noteStarts({ segment, first, end }: Slice): void {
    const isStart = new Uint8Array(this.kinds.size)
    for (let kind = 0; kind < isStart.length; kind++)
      if (this.kinds.of(kind).type === 'VisitStarted') isStart[kind] = 1
    for (let row = first; row < end; row++) {
      const kind = segment.kinds[row] as number
      if (isStart[kind]) this.started[segment.streams[row] as number] = kind
    }
  }

  /** Takes visits out that have expired, with all that was recorded before. */
  expire(visits: ReadonlySet<number>, before: PackedPosition): void {
    const isGone = new Uint8Array(this.streams.size)
    for (const visit of visits) {
      isGone[visit] = 1
      this.started[visit] = 0
    }
    for (const segment of this.segments) {
      if (segment.after >= before) continue
      const end = segment.rowsUpTo(before)
      for (let row = 0; row < end; row++)
        if (isGone[segment.streams[row] as number]) segment.kinds[row] = noKind
      const { carried } = segment
      let kept = 0
      for (let at = 0; at < carried.length; at++) {
        const [row, visit] = [carried.rows[at] as number, carried.visits[at] as number]
        if (row < end && isGone[visit]) continue
        carried.rows[kept] = row
        carried.visits[kept++] = visit
      }
      carried.length = kept
    }
  }

  /** The segment that holds what comes next after a place, if any. */
  holding(place: PackedPosition): Segment | null {
    return this.segments.find(({ after, upTo }) => after <= place && place < upTo) ?? null
  }

  add(segment: Segment): void {
    const at = this.segments.findIndex(({ after }) => after >= segment.upTo)
    this.segments.splice(at < 0 ? this.segments.length : at, 0, segment)
  }

  get bytes(): number {
    const ofSegments = this.segments.reduce((sum, { bytes }) => sum + bytes, 0)
    const ofStreams = this.streams.bytes + this.isVisit.byteLength + this.started.byteLength
    return ofSegments + ofStreams + this.kinds.bytes
  }
}
