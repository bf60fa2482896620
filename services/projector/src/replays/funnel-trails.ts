import type { Trail } from '@tba/events/funnels/trail.ts'

/** Events of one piece: what is added is never copied to a longer one. */
const pieceEvents = 1 << 16
const bytesAnEvent = 8 + 1 + 4 + 4
/** Of an event in a trail, where all are counted. */
const bytesInTrail = 8 + 1

type Piece = { at: Float64Array; steps: Uint8Array; owner: Int32Array; visit: Int32Array }
/** The account whose own stream it is in, and the visit that it is of; -1: none. */
type StepEvent = { at: number; steps: number; owner: number; visit: number }
/** After so many of them, others may have their turn. */
const stretch = 4_096

type Arranging = {
  /** How many units there may be. */
  units: number
  /** Those that an event is of. */
  unitsOf: (owner: number, visit: number) => readonly number[]
  /** Called often. */
  turn: () => Promise<void>
  /** Before memory is taken for so many bytes more. */
  assertRoom: (bytes: number) => void
}

/** The trails of all units, one behind the other. */
export type Trails = { at: Float64Array; steps: Uint8Array; ends: Int32Array }

/**
 * The events of a funnel's steps, in the order of the log: who they are of is known at its end, when every account has
 * said which visits were its.
 */
export class StepEvents {
  size = 0
  private readonly pieces: Piece[] = []

  add({ at, steps, owner, visit }: StepEvent): void {
    const place = this.size % pieceEvents
    if (place === 0) this.pieces.push(newPiece())
    const piece = this.pieces.at(-1) as Piece
    piece.at[place] = at
    piece.steps[place] = steps
    piece.owner[place] = owner
    piece.visit[place] = visit
    this.size += 1
  }

  /** With what it takes to count them. */
  get bytes(): number {
    return this.pieces.length * pieceEvents * bytesAnEvent + this.size * bytesInTrail
  }

  async arranged({ units, unitsOf, turn, assertRoom }: Arranging): Promise<Trails> {
    const ends = new Int32Array(units + 1)
    let total = 0
    for (let event = 0; event < this.size; event++) {
      if (event % stretch === 0) await turn()
      const { owner, visit } = this.at(event)
      for (const unit of unitsOf(owner, visit)) {
        ends[unit + 1] = (ends[unit + 1] as number) + 1
        total += 1
      }
    }
    // An event of a visit of several customers stands in several trails.
    assertRoom((total - this.size) * bytesInTrail)
    for (let unit = 0; unit < units; unit++)
      ends[unit + 1] = (ends[unit + 1] as number) + (ends[unit] as number)
    const starts = ends.slice()
    const trails = { at: new Float64Array(total), steps: new Uint8Array(total), ends }
    for (let event = 0; event < this.size; event++) {
      if (event % stretch === 0) await turn()
      const { owner, visit, at, steps } = this.at(event)
      for (const unit of unitsOf(owner, visit)) {
        const place = starts[unit] as number
        starts[unit] = place + 1
        trails.at[place] = at
        trails.steps[place] = steps
      }
    }
    return trails
  }

  private at(event: number): StepEvent {
    const piece = this.pieces[Math.floor(event / pieceEvents)] as Piece
    const place = event % pieceEvents
    return {
      at: piece.at[place] as number,
      steps: piece.steps[place] as number,
      owner: piece.owner[place] as number,
      visit: piece.visit[place] as number,
    }
  }
}

const newPiece = (): Piece => ({
  at: new Float64Array(pieceEvents),
  steps: new Uint8Array(pieceEvents),
  owner: new Int32Array(pieceEvents),
  visit: new Int32Array(pieceEvents),
})

/** That of a unit; null: it has none. */
export function trailOf({ at, steps, ends }: Trails, unit: number): Trail | null {
  const [first, end] = [ends[unit] as number, ends[unit + 1] as number]
  return end > first ? { at, steps, first, end } : null
}
