import type { Position } from './port.ts'
import { eventStorePositionPattern, positionPattern } from './position.ts'

/**
 * The share of the log between `from` and `to` that lies before a position, from 0 to 1. It uses the event numbers of
 * PostgreSQL, or the file offsets of EventStoreDB. Exact enough for a progress bar, and nothing is counted.
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
