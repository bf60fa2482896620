const manyBytes = 96
const dash = 0x2d
const hexDigits = Buffer.from('0123456789abcdef')

/** Text that grows, written byte by byte: of what stands in a line, hardly anything is long enough for a call. */
export class LineBytes {
  bytes: Buffer
  length = 0

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafeSlow(size)
  }

  /** What is written next has to fit. */
  makeRoom(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const grown = Buffer.allocUnsafeSlow(Math.max(2 * this.bytes.length, this.length + more))
    grown.set(this.bytes.subarray(0, this.length))
    this.bytes = grown
  }

  byte(value: number): void {
    this.bytes[this.length] = value
    this.length += 1
  }

  copy(from: Uint8Array, start: number, end: number): void {
    const { bytes, length } = this
    if (end - start > manyBytes) bytes.set(from.subarray(start, end), length)
    else for (let i = start, to = length; i < end; i += 1, to += 1) bytes[to] = from[i] as number
    this.length = length + end - start
  }

  all(from: Uint8Array): void {
    this.copy(from, 0, from.length)
  }

  hex(from: Uint8Array, start: number, end: number): void {
    const { bytes } = this
    let to = this.length
    for (let i = start; i < end; i += 1) {
      const value = from[i] as number
      bytes[to] = hexDigits[value >> 4] as number
      bytes[to + 1] = hexDigits[value & 15] as number
      to += 2
    }
    this.length = to
  }

  uuid(from: Uint8Array, start: number): void {
    this.hex(from, start, start + 4)
    this.byte(dash)
    this.hex(from, start + 4, start + 6)
    this.byte(dash)
    this.hex(from, start + 6, start + 8)
    this.byte(dash)
    this.hex(from, start + 8, start + 10)
    this.byte(dash)
    this.hex(from, start + 10, start + 16)
  }

  /** A whole number, not below 0, with zeros before it. */
  digits(value: number, width: number): void {
    const { bytes } = this
    let left = value
    for (let to = this.length + width - 1; to >= this.length; to -= 1) {
      const rest = Math.floor(left / 10)
      bytes[to] = 0x30 + left - rest * 10
      left = rest
    }
    this.length += width
  }

  /** A whole number, not below 0. */
  number(value: number): void {
    let width = 1
    for (let least = 10; value >= least; least *= 10) width += 1
    this.digits(value, width)
  }

  written(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }
}
