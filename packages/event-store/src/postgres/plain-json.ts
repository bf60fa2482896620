/**
 * Finds the values of a list in JSON without parsing them, where its text is exactly what JSON.stringify makes of it: then
 * each value can stand elsewhere as it stands here.
 */
export type Values = { starts: Int32Array; ends: Int32Array; count: number }

const most = 256
export const emptyValues = (): Values => ({
  starts: new Int32Array(most),
  ends: new Int32Array(most),
  count: 0,
})

const [quote, backslash, comma, colon, minus, dot] = [0x22, 0x5c, 0x2c, 0x3a, 0x2d, 0x2e]
const [listStart, listEnd, objectStart, objectEnd] = [0x5b, 0x5d, 0x7b, 0x7d]
const nothing = -1

/** @returns whether that is so. What is harder to tell than it is worth is compared with what JSON.stringify makes of it. */
export function findValues(bytes: Uint8Array, start: number, end: number, values: Values): boolean {
  values.count = 0
  if (end - start < 2 || bytes[start] !== listStart || bytes[end - 1] !== listEnd) return false
  if (end - start === 2) return true
  let at = start + 1
  for (;;) {
    const first = at
    let after = scalarEnd(bytes, at, end)
    if (after === nothing) {
      after = nestedEnd(bytes, at, end)
      if (after === nothing || !isCanonical(bytes, first, after)) return false
    }
    if (values.count === most) return false
    values.starts[values.count] = first
    values.ends[values.count] = after
    values.count += 1
    if (after === end - 1) return true
    if (bytes[after] !== comma) return false
    at = after + 1
  }
}

/** Behind a text, a number or a word that JSON.stringify would write the same; -1 where that is not certain. */
function scalarEnd(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at] ?? 0
  if (first === quote) return textEnd(bytes, at, end)
  if (first === minus || (first >= 0x30 && first <= 0x39)) return numberEnd(bytes, at)
  // Nothing else in JSON begins so; what is damaged is seen by its comma.
  if (first === 0x74) return isWord(bytes, at, word.true)
  if (first === 0x66) return isWord(bytes, at, word.false)
  if (first === 0x6e) return isWord(bytes, at, word.null)
  if (first === objectStart) return smallObjectEnd(bytes, at, end)
  return nothing
}

const word = { true: Buffer.from('true'), false: Buffer.from('false'), null: Buffer.from('null') }

function isWord(bytes: Uint8Array, at: number, expected: Uint8Array): number {
  for (let i = 0; i < expected.length; i += 1) if (bytes[at + i] !== expected[i]) return nothing
  return at + expected.length
}

function textEnd(bytes: Uint8Array, at: number, end: number): number {
  for (let i = at + 1; i < end; i += 1) {
    const byte = bytes[i] as number
    if (byte === quote) return i + 1
    if (byte === backslash || byte < 0x20) return nothing
  }
  return nothing
}

/** Few digits, none of them idle: those a number keeps. */
function numberEnd(bytes: Uint8Array, start: number): number {
  const first = bytes[start] === minus ? start + 1 : start
  const point = digitsEnd(bytes, first)
  const whole = point - first
  if (whole === 0 || whole > 15 || (bytes[first] === 0x30 && whole > 1)) return nothing
  const end = bytes[point] === dot ? digitsEnd(bytes, point + 1) : point
  if (end !== point) {
    const digits = end - point - 1
    if (digits === 0 || digits > 6 || whole + digits > 15 || bytes[end - 1] === 0x30) return nothing
  } else if (bytes[start] === minus && bytes[first] === 0x30) return nothing
  const next = bytes[end]
  return next === comma || next === listEnd || next === objectEnd ? end : nothing
}

function digitsEnd(bytes: Uint8Array, at: number): number {
  let i = at
  while ((bytes[i] as number) >= 0x30 && (bytes[i] as number) <= 0x39) i += 1
  return i
}

/** `{}`, or an object of one name, which begins with a letter: of several, the order could be another. */
function smallObjectEnd(bytes: Uint8Array, at: number, end: number): number {
  if (bytes[at + 1] === objectEnd) return at + 2
  const letter = (bytes[at + 2] ?? 0) | 0x20
  if (bytes[at + 1] !== quote || letter < 0x61 || letter > 0x7a) return nothing
  const named = textEnd(bytes, at + 1, end)
  if (named === nothing || bytes[named] !== colon || bytes[named + 1] === objectStart) return nothing
  const after = scalarEnd(bytes, named + 1, end)
  return after !== nothing && bytes[after] === objectEnd ? after + 1 : nothing
}

/** Behind any value, by its brackets and quotes alone. */
function nestedEnd(bytes: Uint8Array, at: number, end: number): number {
  let depth = 0
  for (let i = at; i < end - 1; i += 1) {
    const byte = bytes[i]
    if (byte === quote) {
      i = quotedEnd(bytes, i, end)
      if (i === nothing) return nothing
    } else if (byte === listStart || byte === objectStart) depth += 1
    else if (byte === listEnd || byte === objectEnd) depth -= 1
    if (depth < 0) return nothing
    if (depth === 0 && bytes[i + 1] === comma) return i + 1
  }
  return depth === 0 ? end - 1 : nothing
}

function quotedEnd(bytes: Uint8Array, at: number, end: number): number {
  for (let i = at + 1; i < end; i += 1) {
    if (bytes[i] === backslash) i += 1
    else if (bytes[i] === quote) return i
  }
  return nothing
}

function isCanonical(bytes: Uint8Array, start: number, end: number): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8')
  try {
    return JSON.stringify(JSON.parse(text)) === text
  } catch {
    return false
  }
}
