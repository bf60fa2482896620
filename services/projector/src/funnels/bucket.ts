/** How often each time, in ms, was taken. */
export type Times = ReadonlyMap<number, number>

/** Times of one bucket differ by at most 1/256: there are a few thousand buckets, however many units. */
const precision = 8

/** Ascends with the time, which is below zero where the log's clock stepped back. */
export function bucketOf(ms: number): number {
  if (ms < 0) return -1 - bucketOf(-ms)
  if (ms < 2 ** precision) return ms
  const exponent = Math.floor(Math.log2(ms))
  return (exponent - precision) * 2 ** precision + Math.floor(ms / 2 ** (exponent - precision))
}

/** Ascending: the distance from the time before, and how many units took it. The first distance is from zero, with its sign. */
export function packTimes(times: Times): Buffer {
  const bytes: number[] = []
  let before: number | null = null
  for (const [ms, units] of [...times].sort(([a], [b]) => a - b)) {
    append(bytes, before === null ? (ms < 0 ? -ms * 2 - 1 : ms * 2) : ms - before)
    append(bytes, units)
    before = ms
  }
  return Buffer.from(bytes)
}

export function unpackTimes(bytes: Uint8Array): Map<number, number> {
  const times = new Map<number, number>()
  const numbers = numbersIn(bytes)
  let before: number | null = null
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    const distance = numbers[at] as number
    const first = distance % 2 === 1 ? -(distance + 1) / 2 : distance / 2
    const ms: number = before === null ? first : before + distance
    times.set(ms, numbers[at + 1] as number)
    before = ms
  }
  return times
}

/** Seven bits a byte, the lowest first; the eighth says that more follow. Times may need more than 32 bits. */
function append(bytes: number[], number: number): void {
  let rest = number
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
}

function numbersIn(bytes: Uint8Array): number[] {
  const numbers: number[] = []
  let number = 0
  let factor = 1
  for (const byte of bytes) {
    number += (byte % 128) * factor
    factor *= 128
    if (byte >= 128) continue
    numbers.push(number)
    number = 0
    factor = 1
  }
  return numbers
}

/** @throws {Miscounted} where more would be taken away than is there */
export function moved(times: Times, by: Times): Map<number, number> {
  const after = new Map(times)
  for (const [ms, units] of by) {
    const left = (after.get(ms) ?? 0) + units
    if (left < 0) throw new Miscounted(`${-left} units more than there are would no longer take ${ms} ms`)
    if (left === 0) after.delete(ms)
    else after.set(ms, left)
  }
  return after
}

/** The time that stands at this place when all are sorted; `skipped` stand in earlier buckets. */
export function timeAt(times: Times, place: number, skipped: number): number {
  let passed = skipped
  for (const [ms, units] of times) {
    passed += units
    if (place < passed) return ms
  }
  throw new Error(`no time stands at ${place}`)
}

/** A count is not what it is thought to be. */
export class Miscounted extends Error {
  override readonly name = 'Miscounted'
}
