/** Many times in milliseconds, of which one wants the middle. */
export class Durations {
  #size = 0
  #values = new Float64Array(8)

  add(milliseconds: number): void {
    if (this.#size === this.#values.length) {
      const more = new Float64Array(this.#size * 2)
      more.set(this.#values)
      this.#values = more
    }
    this.#values[this.#size++] = milliseconds
  }

  /** Of an even number the mean of the two in the middle; null of none. */
  median(): number | null {
    if (this.#size === 0) return null
    const values = this.#values.subarray(0, this.#size)
    const middle = this.#size >> 1
    const upper = nthSmallest(values, middle)
    if (this.#size % 2 === 1) return upper
    // What is smaller stands before it by now.
    let lower = -Infinity
    for (let at = 0; at < middle; at++) lower = Math.max(lower, values[at] as number)
    return (lower + upper) / 2
  }
}

/** Puts the nth smallest in its place, what is smaller before it, what is larger behind; in linear time as a rule. */
function nthSmallest(values: Float64Array, nth: number): number {
  let [from, to] = [0, values.length - 1]
  while (from < to) {
    const pivot = middleOf(values[from] as number, values[(from + to) >> 1] as number, values[to] as number)
    let [left, right] = [from, to]
    while (left <= right) {
      while ((values[left] as number) < pivot) left++
      while ((values[right] as number) > pivot) right--
      if (left > right) break
      const value = values[left] as number
      values[left++] = values[right] as number
      values[right--] = value
    }
    if (nth <= right) to = right
    else if (nth >= left) from = left
    else break
  }
  return values[nth] as number
}

const middleOf = (a: number, b: number, c: number) => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
