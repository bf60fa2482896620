type Numbers = Int32Array | Float64Array | Uint8Array
type Kind<A extends Numbers> = {
  new (length: number): A
  new (buffer: ArrayBufferLike): A
  readonly BYTES_PER_ELEMENT: number
}

/** So many numbers are kept for the next question at most. */
const mostKept = 2 ** 23

/**
 * An array that one question gives back for the next: tens of megabytes that are new each time take longer to come by than
 * to fill.
 */
export class Scratch<A extends Numbers> {
  private readonly kind: Kind<A>
  private kept: A | null = null

  constructor(kind: Kind<A>) {
    this.kind = kind
  }

  /** At least so long, with whatever was left in it. */
  take(length: number): A {
    const { kept } = this
    if (!kept || kept.length < length) return new this.kind(length)
    this.kept = null
    return kept
  }

  /** Whole, or a part that stands for the whole: whoever gives it back has no more use for any of it. */
  giveBack({ buffer }: A): void {
    const length = buffer.byteLength / this.kind.BYTES_PER_ELEMENT
    if (length <= mostKept && length > (this.kept?.length ?? 0)) this.kept = new this.kind(buffer)
  }
}
