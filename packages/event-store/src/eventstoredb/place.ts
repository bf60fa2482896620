import { InvalidPosition, type Position } from '../port.ts'
import { eventStorePositionPattern } from '../position.ts'

/** Where an event stands in `$all`, and the beginning of its id. */
export type Place = { commit: bigint; prepare: bigint; id: string }

/** Before the first event there can be. */
export const logStart: Place = { commit: 0n, prepare: 0n, id: '00000000' }

export const isAfter = (a: Place, b: Place): boolean =>
  a.commit === b.commit ? a.prepare > b.prepare : a.commit > b.commit

export const isSame = (a: Place, b: Place): boolean => a.commit === b.commit && a.prepare === b.prepare

const hex = (value: bigint) => value.toString(16).padStart(16, '0')

/**
 * `<commit>-<prepare>-<id>`, of fixed width, so that tokens compare as text. The log has no generation that a restore
 * could raise; by the first digits of the event's id a token from before one is told apart all the same.
 */
export const tokenOf = ({ commit, prepare, id }: Place): Position =>
  `${hex(commit)}-${hex(prepare)}-${id}` as Position

/** The same of what the server says, in decimal digits: of every event that is read. */
export function tokenOfDigits(commit: string, prepare: string, eventId: string): Position {
  const first = hexOf(commit)
  const second = prepare === commit ? first : hexOf(prepare)
  return `${first}-${second}-${idDigits(eventId)}` as Position
}

/** Up to 15 digits by numbers, which are exact there and much faster. */
const hexOf = (digits: string) =>
  digits.length > 15 ? hex(BigInt(digits)) : Number(digits).toString(16).padStart(16, '0')

export const idDigits = (eventId: string): string => eventId.slice(-8).toLowerCase()

/** @throws {InvalidPosition} */
export function placeOf(position: Position): Place {
  const [, commit, prepare, id] = eventStorePositionPattern.exec(position) ?? []
  if (!commit || !prepare || !id) {
    throw new InvalidPosition(`${JSON.stringify(position)} is no position of a log in EventStoreDB`)
  }
  return { commit: BigInt(`0x${commit}`), prepare: BigInt(`0x${prepare}`), id }
}
