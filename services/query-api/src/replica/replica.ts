import { within } from '@tba/event-store/within.ts'
import { isOutage } from '@tba/runtime/http/operations/outage.ts'
import { type DatabasePool, StatementTimeoutError } from 'slonik'
import type { Checkpoints } from '../freshness/checkpoints.ts'
import { type Follower, follower, noAnswer, Unusable } from './follower.ts'

const opensWithinMs = 5_000
/** How long nothing is asked of a standby that was behind or away. */
const restMs = 5_000

type Options = {
  primary: DatabasePool
  /** Rejects where there is no standby of the primary. */
  open(): Promise<DatabasePool>
  /** How far the primary was when it was last asked, which is after the caller came. */
  held: Checkpoints
  onAway?: (reason: unknown) => void
  onBack?: () => void
  onRead?: (seconds: number, labels: { database: 'primary' | 'replica' }) => void
}

export type Replica = {
  /** The primary, whose `any` and `maybeOne` ask the standby while that holds as much of these projections. */
  reading(projections: readonly string[]): DatabasePool
  /** Of the standby alone. @throws {Unusable} while nothing is read from it */
  ofStandby<T>(from: (pool: DatabasePool) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Reads from a standby, and from the primary while the standby is behind, does not answer or fails. */
export function openReplica({ primary, open, held, onAway, onBack, onRead }: Options): Replica {
  let current: Follower | null = null
  let trying: Promise<void> | null = null
  let restsUntilMs = 0
  let isMissed = false

  function rest(reason: unknown): void {
    current = null
    restsUntilMs = performance.now() + restMs
    if (!isMissed) onAway?.(reason)
    isMissed = true
  }

  /** Everybody goes on with the primary meanwhile. Connections to a host that vanished may never end, so these are new. */
  async function connect(projections: readonly string[]): Promise<void> {
    let opened: Follower | null = null
    try {
      opened = follower(await within(opensWithinMs, open(), noAnswer), held)
      await opened.follow(projections)
      current = opened
      if (isMissed) onBack?.()
      isMissed = false
    } catch (error) {
      void opened?.end()
      rest(error)
    }
  }

  async function read<T>(projections: readonly string[], from: (pool: DatabasePool) => Promise<T>) {
    const startedMs = performance.now()
    const took = (database: 'primary' | 'replica') =>
      onRead?.((performance.now() - startedMs) / 1000, { database })
    const standby = current
    if (standby) {
      try {
        await standby.follow(projections)
        const answer = await standby.patiently(from(standby.pool))
        took('replica')
        return answer
      } catch (error) {
        // The primary would take as long. Where anything else fails, as a read that held up what follows, it is asked.
        if (error instanceof StatementTimeoutError) throw error
        if (standby === current && (error instanceof Unusable || isOutage(error))) {
          void standby.end()
          rest(error)
        }
      }
    } else if (performance.now() >= restsUntilMs) {
      trying ??= connect(projections).finally(() => {
        trying = null
      })
    }
    const answer = await from(primary)
    took('primary')
    return answer
  }

  return {
    async ofStandby(from) {
      if (!current) throw new Unusable('it is away or behind')
      return current.patiently(from(current.pool))
    },
    reading: projections => ({
      ...primary,
      any: query => read(projections, pool => pool.any(query)),
      maybeOne: query => read(projections, pool => pool.maybeOne(query)),
    }),
    async close() {
      await trying
      await current?.end()
    },
  }
}
