import { InvalidPosition, type Position } from './port.ts'
import { eventStorePositionPattern, isPosition, positionPattern } from './position.ts'

/**
 * A position in the 16 bytes of a UUID, for tables with a row an event: ordered as positions are. What all positions of a
 * table have in common (the generation of a PostgreSQL log) is left out, and comes back from any other one of the same log.
 */
export type PackedPosition = string & { readonly packed: unique symbol }

const uuid = (digits: string) =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as PackedPosition

const hex = (value: bigint, digits: number) => value.toString(16).padStart(digits, '0')

/** @throws {InvalidPosition} */
export function packed(position: Position): PackedPosition {
  const [, , xid, number] = positionPattern.exec(position) ?? []
  if (xid && number) return uuid(xid + number)
  const [, commit, prepare, id] = eventStorePositionPattern.exec(position) ?? []
  if (commit && prepare && id) return uuid(commit + distance(commit, prepare) + id)
  throw new InvalidPosition(`${JSON.stringify(position)} is no position of a log`)
}

/** @param like any position of the same log */
export function unpacked(packed: PackedPosition, like: Position): Position {
  const digits = packed.replaceAll('-', '')
  const [, generation] = positionPattern.exec(like) ?? []
  const first = digits.slice(0, 16)
  if (generation) return `${generation}-${first}-${digits.slice(16)}` as Position
  const prepare = BigInt(`0x${first}`) + (BigInt(`0x${digits.slice(16, 24)}`) - middle)
  return `${first}-${hex(prepare, 16)}-${digits.slice(24)}` as Position
}

/** Whether this text is a position of the log of which the other one is: of the same kind, and the same generation. */
export function isOfLog(text: string, like: Position): boolean {
  if (!isPosition(text)) return false
  try {
    return unpacked(packed(text), like) === text
  } catch (error) {
    if (error instanceof InvalidPosition) return false
    throw error
  }
}

/** An event is prepared where it is committed, but for old transactions: close by, before or after. */
const middle = 2n ** 31n

function distance(commit: string, prepare: string): string {
  const apart = BigInt(`0x${prepare}`) - BigInt(`0x${commit}`) + middle
  if (apart < 0n || apart >= 2n * middle) throw new InvalidPosition(`${commit}-${prepare} lies too far apart`)
  return hex(apart, 8)
}
