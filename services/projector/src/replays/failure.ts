import type { ReplayFailure } from '@tba/events/replays/events.ts'
import { isDiskFull } from '@tba/runtime/disk.ts'
import { NotLive } from '../comparison/comparison.ts'
import { CannotGoOn, FoldFailed, WriteRefused } from '../engine/faults.ts'

/** A replay that comes to nothing, and why. */
export class ReplayFailed extends Error {
  override readonly name = 'ReplayFailed'
  readonly reason: ReplayFailure
  constructor(reason: ReplayFailure, message: string) {
    super(message)
    this.reason = reason
  }
}

/** A replay that a process dies of is not to take down one after the other. */
export const mostTries = 5

/** Why a replay is given up after this error; null: it is tried again. */
export function failureOf(error: unknown, tries: number): ReplayFailure | null {
  if (error instanceof ReplayFailed) return error.reason
  if (error instanceof NotLive) return 'notLive'
  if (error instanceof FoldFailed || error instanceof WriteRefused || error instanceof CannotGoOn)
    return 'unfoldable'
  if (isDiskFull(error)) return 'noRoom'
  return tries >= mostTries ? 'broken' : null
}
