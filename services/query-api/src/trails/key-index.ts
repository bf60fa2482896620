/**
 * Numbers for keys of 53 bits (`row-keys.ts`), from 0 in the order in which they came: an open-addressing hash over typed
 * arrays, since a Map of millions of keys takes ten times the memory.
 */
export class KeyIndex {
  size = 0
  /** The key of each number. */
  keys = new Float64Array(1_024)
  /** Number + 1 in each place; 0: none. */
  private places = new Int32Array(4_096)

  /** The number of a key, -1 where it has none. */
  find(key: number): number {
    const mask = this.places.length - 1
    for (let at = mixed(key) & mask; ; at = (at + 1) & mask) {
      const number = (this.places[at] as number) - 1
      if (number < 0 || this.keys[number] === key) return number
    }
  }

  /** The number of a key, which gets the next one where it has none. */
  numberOf(key: number): number {
    const mask = this.places.length - 1
    let at = mixed(key) & mask
    for (; ; at = (at + 1) & mask) {
      const number = (this.places[at] as number) - 1
      if (number < 0) break
      if (this.keys[number] === key) return number
    }
    if (this.size === this.keys.length) this.keys = grown(this.keys, this.size * 2)
    this.keys[this.size] = key
    this.size++
    this.places[at] = this.size
    // At most half of the places are taken, so that runs of taken ones stay short.
    if (this.size * 2 > this.places.length) this.spread()
    return this.size - 1
  }

  get bytes(): number {
    return this.keys.byteLength + this.places.byteLength
  }

  private spread(): void {
    this.places = new Int32Array(this.places.length * 2)
    const mask = this.places.length - 1
    for (let number = 0; number < this.size; number++) {
      let at = mixed(this.keys[number] as number) & mask
      while (this.places[at] !== 0) at = (at + 1) & mask
      this.places[at] = number + 1
    }
  }
}

/** Of both halves of a key, each bit of which counts for every bit of the result (the end of MurmurHash3). */
function mixed(key: number): number {
  let bits = (key | 0) ^ Math.imul(Math.trunc(key / 0x1_0000_0000), 0x9e37_79b1)
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array

/** The same numbers with room for more. */
export function grown<T extends Numbers>(numbers: T, length: number): T {
  const larger = new (numbers.constructor as new (length: number) => T)(length)
  larger.set(numbers as never)
  return larger
}
