import type { JsonObject } from '@tba/events/json.ts'
import { robotOf } from '@tba/runtime/visits/robot.ts'
import { sourceOf } from '@tba/runtime/visits/source.ts'
import { KeyIndex } from './key-index.ts'

type Kind = { type: string; said: JsonObject }
const none: Kind = { type: '', said: {} }

/** What a kind takes in memory beside its values, roughly. */
const bytesOfKind = 300
/** What a character of its values takes at most. */
const bytesOfCharacter = 2

/** What masses of events have in common (`history_kinds`), by the numbers that stand in the columns. */
export class Kinds {
  private readonly index = new KeyIndex()
  private readonly held: Kind[] = []
  /** Numbers of kinds of which it is not known yet what they are. */
  private untold: number[] = []
  private heldBytes = 0
  private readonly robots: (boolean | undefined)[] = []
  private readonly sources: (string | null | undefined)[] = []

  constructor() {
    // `noKind`: the key of no kind.
    this.index.numberOf(0)
    this.held.push(none)
  }

  get size(): number {
    return this.index.size
  }

  numberOf(key: number): number {
    const { size } = this.index
    const number = this.index.numberOf(key)
    if (number === size) this.untold.push(number)
    return number
  }

  /** The keys of kinds that stand in the columns, and of which it is not known yet what they are. */
  unknown(): number[] {
    this.untold = this.untold.filter(number => this.held[number] === undefined)
    return this.untold.map(number => this.index.keys[number] as number)
  }

  learn(key: number, kind: Kind): void {
    const number = this.numberOf(key)
    if (this.held[number] !== undefined) return
    this.held[number] = kind
    this.heldBytes += bytesOfKind + JSON.stringify(kind.said).length * bytesOfCharacter
  }

  of(number: number): Kind {
    return this.held[number] ?? none
  }

  text(number: number, field: string): string | null {
    const value = this.of(number).said[field]
    return typeof value === 'string' ? value : null
  }

  /** Whether visits that began with an event of this kind are those of a robot. */
  isRobot(number: number): boolean {
    this.robots[number] ??= robotOf(this.text(number, 'userAgent')) !== null
    return this.robots[number] as boolean
  }

  /** The source that the page of these events names. */
  source(number: number): string | null {
    const known = this.sources[number]
    if (known !== undefined) return known
    const source = sourceOf(this.text(number, 'page') ?? '')
    this.sources[number] = source
    return source
  }

  get bytes(): number {
    return this.index.bytes + this.heldBytes
  }
}

type Reckon = (type: string, said: JsonObject, kind: number) => number

/** A number for each kind, reckoned once a kind, also for kinds that come later. */
export class OfKinds {
  private readonly kinds: Kinds
  private readonly reckon: Reckon
  private upTo = 0
  values = new Uint8Array(256)

  constructor(kinds: Kinds, reckon: Reckon) {
    this.kinds = kinds
    this.reckon = reckon
  }

  /** To be called when all kinds of the rows that come next are known. */
  refresh(): Uint8Array {
    const { size } = this.kinds
    if (size > this.values.length) {
      const larger = new Uint8Array(size * 2)
      larger.set(this.values)
      this.values = larger
    }
    for (; this.upTo < size; this.upTo++) {
      const { type, said } = this.kinds.of(this.upTo)
      this.values[this.upTo] = type === '' ? 0 : this.reckon(type, said, this.upTo)
    }
    return this.values
  }
}
