import { withTimeout } from '@tba/event-store/with-timeout.ts'
import { storedPosition } from '@tba/runtime/log/position.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { type Checkpoints, checkpoints } from '../freshness/checkpoints.ts'

const checkpoint = z.object({ projection: z.string(), position: storedPosition })

/** How long a read waits for the replica to follow. */
const followsWithinMs = 300
const maxPauseMs = 32
/** The time limit for its position, and how long that position is valid: after a restart it may be another server. */
const answersWithinMs = 1_000

/** The standby must not be read for now. */
export class Unusable extends Error {}

export type Follower = ReturnType<typeof follower>

/** A standby while it is read. @param held the last known position of the primary */
export function follower(pool: DatabasePool, held: Checkpoints) {
  const known = checkpoints()
  let lookedMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null

  async function ask(): Promise<void> {
    const startedMs = performance.now()
    const reading = pool.any(sql.prepared('replica-checkpoints', checkpoint)`
      select projection, position from projector.checkpoints`)
    const found = await withTimeout(answersWithinMs, reading, noAnswer)
    known.replace(found.map(row => [row.projection, row.position]))
    lookedMs = startedMs
  }

  /** One request for all callers at the same time. */
  function look(): Promise<void> {
    looking ??= ask().finally(() => {
      looking = null
    })
    return looking
  }

  return {
    pool,

    /** Waits until these projections are as far as on the primary. @throws {Unusable} if that takes too long */
    async follow(projections: readonly string[]): Promise<void> {
      const startedMs = performance.now()
      const wanted = projections.map(projection => [projection, held.of(projection)] as const)
      const isThere = () =>
        performance.now() - lookedMs < answersWithinMs &&
        wanted.every(
          ([projection, position]) => position !== undefined && known.hasReached([projection], position),
        )
      for (let pauseMs = 1; !isThere(); pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
        if (performance.now() - startedMs > followsWithinMs) throw new Unusable('it is behind the primary')
        await look()
        if (!isThere()) await new Promise(resolve => setTimeout(resolve, pauseMs))
      }
    },

    /** Waits for a read of any length while the server answers other queries. @throws {Unusable} once it does not */
    async patiently<T>(read: Promise<T>): Promise<T> {
      const answer = read.then(value => ({ value }))
      for (;;) {
        const answered = await withTimeout<{ value: T } | null>(answersWithinMs, answer, () => null)
        if (answered) return answered.value
        await look()
      }
    },

    /** Readers do not wait for it: a dead server does not confirm the end of a connection. */
    end: () => pool.end().catch(() => {}),
  }
}

export function noAnswer(): never {
  throw new Unusable('it did not answer in time')
}
