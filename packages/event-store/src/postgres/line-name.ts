import type { LineBytes } from './line-bytes.ts'

const beginning = Buffer.from('visit-session_')
const underscore = 0x5f

/**
 * Writes the name of a stream as `unpackedName` reads it, as the inside of a text in JSON.
 * @returns false where it is to be read by that: nothing of what was written counts
 */
export function writeName(out: LineBytes, from: Uint8Array, { start, end }: Span): boolean {
  if (start >= end) return false
  const how = from[start]
  if (how === 0) return writePlain(out, from, { start: start + 1, end })
  if (how === 1) {
    if (end - start < 17 || !writePlain(out, from, { start: start + 17, end })) return false
    out.uuid(from, start + 1)
    return true
  }
  const idAt = start + 7
  const isLong = how === 3 && end === idAt + 16
  if (!isLong && (how !== 2 || end !== idAt + 4)) return false
  const number = numberAt(from, start + 1)
  if (number >= 1e13) return false
  out.all(beginning)
  out.digits(number, 13)
  out.byte(underscore)
  if (isLong) out.uuid(from, idAt)
  else out.hex(from, idAt, end)
  return true
}

export type Span = { start: number; end: number }

function numberAt(from: Uint8Array, at: number): number {
  let number = 0
  for (let i = at; i < at + 6; i += 1) number = number * 256 + (from[i] as number)
  return number
}

/** What stands in JSON as it is. */
function writePlain(out: LineBytes, from: Uint8Array, { start, end }: Span): boolean {
  for (let i = start; i < end; i += 1) {
    const byte = from[i] as number
    if (byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c) return false
  }
  out.copy(from, start, end)
  return true
}
