import { nameKey } from '@tba/runtime/history/row-keys.ts'

/** Names as numbers, from 0 on: by their keys, 12 bytes for each place of a table that is at most half full. */
export class Numbers {
  size = 0
  /** One more than the key; 0: free. */
  private keys = new Float64Array(1_024)
  private numbers = new Int32Array(1_024)

  get bytes(): number {
    return 12 * this.keys.length
  }

  of(name: string): number {
    const key = nameKey(name) + 1
    const place = this.placeOf(key)
    if (this.keys[place] === key) return this.numbers[place] as number
    this.put(place, key, this.size)
    this.size += 1
    if (this.size * 2 > this.keys.length) this.grow()
    return this.size - 1
  }

  /** -1: it never came. */
  find(name: string): number {
    const key = nameKey(name) + 1
    const place = this.placeOf(key)
    return this.keys[place] === key ? (this.numbers[place] as number) : -1
  }

  /** Where a key stands, or would. */
  private placeOf(key: number): number {
    const { length } = this.keys
    let place = key % length
    while (this.keys[place] !== 0 && this.keys[place] !== key) place = (place + 1) % length
    return place
  }

  private put(place: number, key: number, number: number): void {
    this.keys[place] = key
    this.numbers[place] = number
  }

  private grow(): void {
    const [keys, numbers] = [this.keys, this.numbers]
    this.keys = new Float64Array(keys.length * 2)
    this.numbers = new Int32Array(keys.length * 2)
    for (const [at, key] of keys.entries())
      if (key !== 0) this.put(this.placeOf(key), key, numbers[at] as number)
  }
}
