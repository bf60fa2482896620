import type { PackedPosition } from '@tba/event-store/packed-position.ts'

/** Before every event. */
export const beforeAll = '00000000-0000-0000-0000-000000000000' as PackedPosition
/** After every event. */
export const afterAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff' as PackedPosition

/** Behind `after`, up to `upTo`. */
export type Between = { after: PackedPosition; upTo: PackedPosition }

/** A place in the log as four numbers of 32 bits, the first one counting most. */
export type Words = readonly [number, number, number, number]

export function wordsOf(place: PackedPosition): Words {
  const digits = place.replaceAll('-', '')
  const word = (at: number) => Number.parseInt(digits.slice(at * 8, at * 8 + 8), 16)
  return [word(0), word(1), word(2), word(3)]
}

export function placeOf(...words: Words): PackedPosition {
  const digits = words.map(word => word.toString(16).padStart(8, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as PackedPosition
}

/** The place next before this one. */
export function before(place: PackedPosition): PackedPosition {
  const number = BigInt(`0x${place.replaceAll('-', '')}`)
  const digits = (number === 0n ? 0n : number - 1n).toString(16).padStart(32, '0')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as PackedPosition
}
