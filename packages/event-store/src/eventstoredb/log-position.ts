import { InvalidPosition, type Position } from '../port.ts'
import { eventStorePositionPattern, hex } from '../position.ts'

/** Where an event stands in `$all`, and the beginning of its id. */
export type LogPosition = { commit: bigint; prepare: bigint; id: string }

/** Before the first event there can be. */
export const logStart: LogPosition = { commit: 0n, prepare: 0n, id: '00000000' }

export const isAfter = (a: LogPosition, b: LogPosition): boolean =>
  a.commit === b.commit ? a.prepare > b.prepare : a.commit > b.commit

export const isSame = (a: LogPosition, b: LogPosition): boolean =>
  a.commit === b.commit && a.prepare === b.prepare

/**
 * `<commit>-<prepare>-<id>`, of fixed width, so that tokens compare as text. The log has no generation that a restore
 * could raise; by the last digits of the event's id a token from before one is told apart all the same.
 * @param logPosition also as the server tells it, in decimal digits
 */
export const formatPosition = ({
  commit,
  prepare,
  id,
}: LogPosition | Record<keyof LogPosition, string>): Position =>
  `${hex(commit, 16)}-${hex(prepare, 16)}-${id}` as Position

export const idDigits = (eventId: string): string => eventId.slice(-8).toLowerCase()

/** @throws {InvalidPosition} */
export function parsePosition(position: Position): LogPosition {
  const [, commit, prepare, id] = eventStorePositionPattern.exec(position) ?? []
  if (!commit || !prepare || !id) {
    throw new InvalidPosition(`${JSON.stringify(position)} is no position of a log in EventStoreDB`)
  }
  return { commit: BigInt(`0x${commit}`), prepare: BigInt(`0x${prepare}`), id }
}
