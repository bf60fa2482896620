import type { Position } from './port.ts'
import { eventStorePositionPattern, positionPattern } from './position.ts'

/**
 * How much of the log between two positions lies before a third, from 0 to 1: by the numbers that PostgreSQL gives events in
 * their order, or by where EventStoreDB writes them. Close enough for a progress bar, and read without counting anything.
 */
export function shareOfLog(position: Position, { from, to }: { from: Position; to: Position }): number {
  const [first, last] = [numberIn(from), numberIn(to)]
  if (last <= first) return position >= to ? 1 : 0
  return Math.min(1, Math.max(0, Number(numberIn(position) - first) / Number(last - first)))
}

/** 0 before the first event. */
function numberIn(position: Position): bigint {
  const number = positionPattern.exec(position)?.[3] ?? eventStorePositionPattern.exec(position)?.[1]
  return number === undefined ? 0n : BigInt(`0x${number}`)
}
