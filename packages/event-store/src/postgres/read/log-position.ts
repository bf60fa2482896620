import { InvalidPosition, type Position } from '../../port.ts'
import { hex, positionPattern } from '../../position.ts'

/** The order of the log: the transaction that wrote the event, then its number. */
export type LogPosition = { xid: bigint; position: bigint }

/** Before the first possible event, and after the last. */
export const logStart: LogPosition = { xid: 0n, position: 0n }
export const logEnd: LogPosition = { xid: 2n ** 64n - 1n, position: 2n ** 63n - 1n }

export const isAfter = (a: LogPosition, b: LogPosition): boolean =>
  a.xid === b.xid ? a.position > b.position : a.xid > b.xid

/** `<generation>-<xid>-<position>`, of fixed width, comparable as text. @param logPosition also as decimal digits */
export function formatPosition(
  generation: number,
  { xid, position }: LogPosition | { xid: string; position: string },
): Position {
  return `${hex(generation, 8)}-${hex(xid, 16)}-${hex(position, 16)}` as Position
}

/** @throws {InvalidPosition} */
export function parsePosition(generation: number, position: Position): LogPosition {
  const [, ownGeneration, xid, number] = positionPattern.exec(position) ?? []
  if (!ownGeneration || BigInt(`0x${number}`) > logEnd.position)
    throw new InvalidPosition(`${JSON.stringify(position)} is no position of a log`)
  if (ownGeneration !== hex(generation, 8))
    throw new InvalidPosition(
      `${position} is of generation ${Number.parseInt(ownGeneration, 16)}, the log of ${generation}`,
    )
  return { xid: BigInt(`0x${xid}`), position: BigInt(`0x${number}`) }
}
