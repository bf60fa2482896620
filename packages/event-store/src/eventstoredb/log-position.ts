import { InvalidPosition, type Position } from '../port.ts'
import { eventStorePositionPattern, hex } from '../position.ts'

/** The place of an event in `$all`, and the end of its id. */
export type LogPosition = { commit: bigint; prepare: bigint; id: string }

/** Before the first possible event. */
export const origin: LogPosition = { commit: 0n, prepare: 0n, id: '00000000' }

export const isAfter = (a: LogPosition, b: LogPosition): boolean =>
  a.commit === b.commit ? a.prepare > b.prepare : a.commit > b.commit

export const isSame = (a: LogPosition, b: LogPosition): boolean =>
  a.commit === b.commit && a.prepare === b.prepare

/**
 * `<commit>-<prepare>-<id>`, of fixed width, comparable as text. This log has no generation. After a restore, a position from
 * before it is recognised by the digits of the event id.
 * @param logPosition also in decimal digits, as the server sends it
 */
export const formatPosition = ({ commit, prepare, id }: LogPosition | Record<keyof LogPosition, string>) =>
  `${hex(commit, 16)}-${hex(prepare, 16)}-${id}` as Position

export const idDigits = (eventId: string): string => eventId.slice(-8).toLowerCase()

/** @throws {InvalidPosition} */
export function parsePosition(position: Position): LogPosition {
  const [, commit, prepare, id] = eventStorePositionPattern.exec(position) ?? []
  if (!commit || !prepare || !id)
    throw new InvalidPosition(`${JSON.stringify(position)} is no position of a log in EventStoreDB`)
  return { commit: BigInt(`0x${commit}`), prepare: BigInt(`0x${prepare}`), id }
}
