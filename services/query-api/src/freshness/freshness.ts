import type { Position } from '@tba/event-store/port.ts'
import { within } from '@tba/runtime/within.ts'
import type { Checkpoints } from './checkpoints.ts'

const waitAtMostMs = 2_000

export type Freshness = {
  /**
   * Waits until the projections hold what was written up to `position`, or the time is over.
   * @returns whether what they hold now is fresh enough; a position that the log never gave out asks for nothing
   */
  reach(projections: readonly string[], position: Position): Promise<boolean>
  /** What they hold contains everything up to here; null where one of them has not been heard of. */
  heldBy(projections: readonly string[]): Position | null
}

type FreshnessOptions = {
  checkpoints: Checkpoints
  /** Where the log ends; asked only for a position that the projections have not reached. */
  head: () => Promise<Position | null>
  /** Called where waiting was in vain: perhaps an announcement got lost. */
  onTimeout?: () => void
  waitMs?: number
}

/** Read your own writes: what a customer has just done is in the next thing that they are shown. */
export function freshness(options: FreshnessOptions): Freshness {
  const { checkpoints, head, onTimeout, waitMs = waitAtMostMs } = options

  /** Forged, or from before a restore. While the log does not answer, nothing is known to be beyond it. */
  async function isBeyondTheLog(position: Position): Promise<boolean> {
    try {
      const newest = await head()
      return newest === null || position > newest
    } catch {
      return false
    }
  }

  return {
    heldBy(projections) {
      const held = projections.map(checkpoints.of)
      return (
        held.reduce((least, position) => least && position && (position < least ? position : least)) ?? null
      )
    },
    async reach(projections, position) {
      if (checkpoints.hasReached(projections, position)) return true
      const wait = checkpoints.wait(projections, position)
      const ignored = isBeyondTheLog(position).then(isBeyond => isBeyond || wait.reached)
      const isFresh = await within(waitMs, Promise.race([wait.reached, ignored]), () => false)
      wait.giveUp()
      if (!isFresh) onTimeout?.()
      return isFresh
    },
  }
}
