import type { Position } from './port.ts'

/** In PostgreSQL `<generation>-<transaction>-<number>`, as hexadecimal digits of fixed width: comparable as text. */
export const positionPattern = /^([0-9a-f]{8})-([0-9a-f]{16})-([0-9a-f]{16})$/

/** In EventStoreDB `<commit>-<prepare>-<last digits of the event id>`. The two forms cannot be confused. */
export const eventStorePositionPattern = /^([0-9a-f]{16})-([0-9a-f]{16})-([0-9a-f]{8})$/

/** Fixed width. Avoids a bigint for a number that JavaScript holds exactly. */
export function hex(value: bigint | number | string, digits: number): string {
  const number = typeof value === 'string' ? (value.length < 16 ? Number(value) : BigInt(value)) : value
  return number.toString(16).padStart(digits, '0')
}

/** Whether the text is a position of the same log as `like`: same form, and same generation. */
export function isOfLog(text: string, like: Position): boolean {
  const [, generation] = positionPattern.exec(like) ?? []
  if (generation === undefined) return eventStorePositionPattern.test(text)
  return positionPattern.exec(text)?.[1] === generation
}

/** The generation of a log in PostgreSQL; 0 for none. */
export const generationIn = (position: Position | null): number =>
  Number.parseInt(positionPattern.exec(position ?? '')?.[1] ?? '0', 16)

/** Of a reader that has read nothing yet: before every other. */
export const origin = '' as Position

/** Of a reader of an empty log. */
export const isBeginning = (position: Position): boolean => /^0{16}-0{16}-|-0{16}-0{16}$/.test(position)

/** Whether the text is a position of any log. */
export const isPosition = (text: string): text is Position =>
  positionPattern.test(text) || eventStorePositionPattern.test(text)

/**
 * The share of the log between `from` and `to` that lies before a position, from 0 to 1. It uses the event numbers of
 * PostgreSQL, or the file offsets of EventStoreDB. Exact enough for a progress bar, and nothing is counted.
 */
export function shareOfLog(position: Position, { from, to }: { from: Position; to: Position }): number {
  const [first, last] = [numberIn(from), numberIn(to)]
  if (last <= first) return position >= to ? 1 : 0
  return Math.min(1, Math.max(0, Number(numberIn(position) - first) / Number(last - first)))
}

/** How many events the log in PostgreSQL has numbered after `from`, up to `to`. */
export const numberedBetween = (from: Position, to: Position): number => Number(numberIn(to) - numberIn(from))

/** 0 before the first event. */
function numberIn(position: Position): bigint {
  const number = positionPattern.exec(position)?.[3] ?? eventStorePositionPattern.exec(position)?.[1]
  return number === undefined ? 0n : BigInt(`0x${number}`)
}
