import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import type { Columns } from './columns.ts'
import { grown } from './key-index.ts'
import type { Between } from './places.ts'
import { beforeAll, wordsOf } from './places.ts'

/** By one account or by one number a visit is known, since this place of the log. */
export type TieRow = [visit: number, account: number | null, userId: number | null, position: PackedPosition]

/** The table that they are read from. */
export type TieRows = { ties(between: Between): Promise<readonly TieRow[]> }

const nobody = -1

/** Which visits are tied to whom, in the order of the log: read once, and then what came since. */
export class Ties {
  private readonly columns: Columns
  length = 0
  /** The numbers of the visits' streams. */
  visits = new Int32Array(256)
  /** The numbers of the accounts' streams; -1: it is by a number. */
  accounts = new Int32Array(256)
  /** -1: it is by an account. */
  private userIds = new Int32Array(256)
  /** Four numbers each. */
  private places = new Uint32Array(256 * 4)
  private upTo = beforeAll

  constructor(columns: Columns) {
    this.columns = columns
  }

  /** Reads what came since it was last read. */
  async readOn(rows: TieRows, upTo: PackedPosition): Promise<void> {
    if (upTo <= this.upTo) return
    for (const row of await rows.ties({ after: this.upTo, upTo })) this.add(row)
    this.upTo = upTo
  }

  private add([visit, account, userId, place]: TieRow): void {
    const at = this.length++
    if (at === this.visits.length) this.grow(at * 2)
    this.visits[at] = this.columns.visitOf(visit)
    this.accounts[at] = account === null ? nobody : this.columns.streamOf(account)
    this.userIds[at] = userId ?? nobody
    for (const [word, value] of wordsOf(place).entries()) this.places[at * 4 + word] = value
  }

  private grow(length: number): void {
    this.visits = grown(this.visits, length)
    this.accounts = grown(this.accounts, length)
    this.userIds = grown(this.userIds, length)
    this.places = grown(this.places, length * 4)
  }

  /** By which number a visit is known; null: by an account. */
  userIdOf(tie: number): number | null {
    return this.accounts[tie] === nobody ? (this.userIds[tie] as number) : null
  }

  /** How many there were at a place. */
  countUpTo(place: PackedPosition): number {
    const words = wordsOf(place)
    let [low, high] = [0, this.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.isBehind(middle, words)) high = middle
      else low = middle + 1
    }
    return low
  }

  private isBehind(tie: number, words: readonly number[]): boolean {
    for (let word = 0; word < 4; word++) {
      const [its, other] = [this.places[tie * 4 + word] as number, words[word] as number]
      if (its !== other) return its > other
    }
    return false
  }

  /** Takes visits out that have expired, as far as they were tied before. */
  expire(visits: ReadonlySet<number>, before: PackedPosition): void {
    const end = this.countUpTo(before)
    let kept = 0
    for (let tie = 0; tie < this.length; tie++) {
      if (tie < end && visits.has(this.visits[tie] as number)) continue
      this.visits[kept] = this.visits[tie] as number
      this.accounts[kept] = this.accounts[tie] as number
      this.userIds[kept] = this.userIds[tie] as number
      this.places.copyWithin(kept * 4, tie * 4, tie * 4 + 4)
      kept++
    }
    this.length = kept
  }

  get bytes(): number {
    const { visits, accounts, userIds, places } = this
    return visits.byteLength + accounts.byteLength + userIds.byteLength + places.byteLength
  }
}
