import { InvalidPosition, type Position } from '../port.ts'
import { eventStorePositionPattern, hex } from '../position.ts'

/** Where an event stands in `$all`, and the beginning of its id. */
export type Place = { commit: bigint; prepare: bigint; id: string }

/** Before the first event there can be. */
export const logStart: Place = { commit: 0n, prepare: 0n, id: '00000000' }

export const isAfter = (a: Place, b: Place): boolean =>
  a.commit === b.commit ? a.prepare > b.prepare : a.commit > b.commit

export const isSame = (a: Place, b: Place): boolean => a.commit === b.commit && a.prepare === b.prepare

/**
 * `<commit>-<prepare>-<id>`, of fixed width, so that tokens compare as text. The log has no generation that a restore
 * could raise; by the last digits of the event's id a token from before one is told apart all the same.
 * @param place also as the server tells it, in decimal digits
 */
export const tokenOf = ({ commit, prepare, id }: Place | Record<keyof Place, string>): Position =>
  `${hex(commit, 16)}-${hex(prepare, 16)}-${id}` as Position

export const idDigits = (eventId: string): string => eventId.slice(-8).toLowerCase()

/** @throws {InvalidPosition} */
export function placeOf(position: Position): Place {
  const [, commit, prepare, id] = eventStorePositionPattern.exec(position) ?? []
  if (!commit || !prepare || !id) {
    throw new InvalidPosition(`${JSON.stringify(position)} is no position of a log in EventStoreDB`)
  }
  return { commit: BigInt(`0x${commit}`), prepare: BigInt(`0x${prepare}`), id }
}
