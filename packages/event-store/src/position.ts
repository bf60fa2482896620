import type { Position } from './port.ts'

/** In PostgreSQL `<generation>-<transaction>-<number>`, in hexadecimal digits of fixed width: so tokens compare as text. */
export const positionPattern = /^([0-9a-f]{8})-([0-9a-f]{16})-([0-9a-f]{16})$/

/** In EventStoreDB `<commit>-<prepare>-<event id's last digits>`, which is never mistaken for the other. */
export const eventStorePositionPattern = /^([0-9a-f]{16})-([0-9a-f]{16})-([0-9a-f]{8})$/

/** In digits of fixed width. Of a number that JavaScript holds exactly, without the detour by a bigint. */
export function hex(value: bigint | number | string, digits: number): string {
  const number = typeof value === 'string' ? (value.length < 16 ? Number(value) : BigInt(value)) : value
  return number.toString(16).padStart(digits, '0')
}

/** Whether this text is a position of the log of which the other one is: of the same kind, and the same generation. */
export function isOfLog(text: string, like: Position): boolean {
  const [, generation] = positionPattern.exec(like) ?? []
  if (generation === undefined) return eventStorePositionPattern.test(text)
  return positionPattern.exec(text)?.[1] === generation
}

/** Of a log in PostgreSQL; 0 where there is none. */
export const generationIn = (position: Position | null): number =>
  Number.parseInt(positionPattern.exec(position ?? '')?.[1] ?? '0', 16)

/** Whether this is the token of a position, in whatever log. */
export const isPosition = (text: string): text is Position =>
  positionPattern.test(text) || eventStorePositionPattern.test(text)
