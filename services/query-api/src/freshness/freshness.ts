import type { Position } from '@tba/event-store/port.ts'
import { origin } from '@tba/event-store/position.ts'
import { withTimeout } from '@tba/event-store/with-timeout.ts'
import type { Checkpoints } from './checkpoints.ts'
import type { LogHead } from './log-head.ts'

const waitAtMostMs = 2_000
/** Most writes are projected within this time. Only after it the log is asked whether it has the position. */
const usuallyWithinMs = 30

export type Freshness = ReturnType<typeof freshness>

type FreshnessOptions = {
  checkpoints: Checkpoints
  /** Asked about a position that is not reached in time, and for the end of the log. */
  head: LogHead
  /** Called when the time is over: an announcement may be lost. */
  onTimeout?: () => void
  waitMs?: number
}

/** Read your own writes: what a customer is shown contains what they have just done. */
export function freshness(options: FreshnessOptions) {
  const { checkpoints, head, onTimeout, waitMs = waitAtMostMs } = options
  const waitForAllMs = waitMs / 4

  /** The end of a log that has not reached the position, which is forged or was lost; else null. */
  async function endBefore(position: Position): Promise<Position | null> {
    try {
      return (await head.reaches(position)) ? null : ((await head.read()) ?? origin)
    } catch {
      return null
    }
  }

  return {
    /** The position that all of them have reached; null if the checkpoint of one is unknown. */
    heldBy(projections: readonly string[]): Position | null {
      const held = projections.map(checkpoints.of)
      return (
        held.reduce((least, position) => least && position && (position < least ? position : least)) ?? null
      )
    },
    /**
     * Waits until the projections contain everything up to `position`, or the time is over. A position beyond the end of the
     * log counts as the end: it may hide a later write of the same client.
     * @returns whether they do now
     */
    async reach(projections: readonly string[], position: Position): Promise<boolean> {
      if (checkpoints.hasReached(projections, position)) return true
      const wait = checkpoints.wait(projections, position)
      const soon = withTimeout(Math.min(usuallyWithinMs, waitMs / 2), wait.reached, () => false)
      const waits = [wait]
      const last = soon.then(async isThere => {
        const end = isThere ? null : await endBefore(position)
        if (end !== null) waits.push(checkpoints.wait(projections, end))
        return waits.at(-1)?.reached ?? true
      })
      const isFresh = await withTimeout(waitMs, Promise.race([wait.reached, last]), () => false)
      for (const each of waits) each.giveUp()
      if (!isFresh) onTimeout?.()
      return isFresh
    },
    /** Waits a moment until they contain everybody’s earlier writes. */
    async reachHead(projections: readonly string[]): Promise<void> {
      const newest = await withTimeout(waitForAllMs, head.read(), () => null).catch(() => null)
      if (newest === null || checkpoints.hasReached(projections, newest)) return
      const wait = checkpoints.wait(projections, newest)
      await withTimeout(waitForAllMs, wait.reached, () => false)
      wait.giveUp()
    },
  }
}

type Followed = { head: Pick<LogHead, 'read'>; checkpoints: Checkpoints; freshness: Pick<Freshness, 'reach'> }

/**
 * For `/readyz`. Fails if a projection stands still, not if it is far behind: other instances read the same tables.
 * @throws {Error} naming the projections that neither reach the end of the log nor move towards it
 */
export async function assertKeepingUp(followed: Followed, projections: readonly string[]): Promise<void> {
  const { checkpoints, freshness } = followed
  const head = await followed.head.read()
  if (head === null) return
  const before = projections.map(checkpoints.of)
  if (await freshness.reach(projections, head)) return
  const still = projections.filter(
    (projection, at) =>
      checkpoints.of(projection) === before[at] && !checkpoints.hasReached([projection], head),
  )
  if (still.length > 0) throw new Error(`no longer projected: ${still.join(', ')}`)
}
