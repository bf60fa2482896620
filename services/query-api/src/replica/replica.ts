import { withTimeout } from '@tba/event-store/with-timeout.ts'
import { isOutage } from '@tba/runtime/http/operations/outage.ts'
import type { Meters } from '@tba/runtime/meters.ts'
import type { FastifyBaseLogger } from 'fastify'
import { type DatabasePool, StatementTimeoutError, sql } from 'slonik'
import { z } from 'zod'
import type { Checkpoints } from '../freshness/checkpoints.ts'
import { type Follower, follower, noAnswer, Unusable } from './follower.ts'
import { type Primary, primary as primaryOf } from './primary.ts'

const opensWithinMs = 5_000
/** How long a standby is not used after it was behind or away. */
const pauseMs = 5_000

type Options = {
  primary: DatabasePool
  /** Rejects if there is no standby of the primary. */
  open(): Promise<DatabasePool>
  /** The position of the primary when it was last asked, which is after the request arrived. */
  held: Checkpoints
  onAway?: (reason: unknown) => void
  onBack?: () => void
  onRead?: (seconds: number, labels: { database: 'primary' | 'replica' }) => void
}

type Replica = {
  /** The primary, but `any` and `maybeOne` read the standby while these projections are as far there. */
  reading(projections: readonly string[]): DatabasePool
  /** Reads the standby only. @throws {Unusable} while it is not used */
  ofStandby<T>(from: (pool: DatabasePool) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Reads from a standby, and from the primary while the standby is behind, does not answer or fails. */
export function openReplica({ primary, open, held, onAway, onBack, onRead }: Options): Replica {
  let current: Follower | null = null
  let trying: Promise<void> | null = null
  let pausedUntilMs = 0
  let isMissed = false

  function pause(reason: unknown): void {
    current = null
    pausedUntilMs = performance.now() + pauseMs
    if (!isMissed) onAway?.(reason)
    isMissed = true
  }

  /** Meanwhile all reads use the primary. New connections, because those to a vanished host may never end. */
  async function connect(projections: readonly string[]): Promise<void> {
    let opened: Follower | null = null
    try {
      opened = follower(await withTimeout(opensWithinMs, open(), noAnswer), held)
      await opened.follow(projections)
      current = opened
      if (isMissed) onBack?.()
      isMissed = false
    } catch (error) {
      void opened?.end()
      pause(error)
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
        // The primary would take as long. After any other error the primary is asked.
        if (error instanceof StatementTimeoutError) throw error
        if (standby === current && (error instanceof Unusable || isOutage(error))) {
          void standby.end()
          pause(error)
        }
      }
    } else if (performance.now() >= pausedUntilMs) {
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

type ReadReplicaOptions = {
  primary: DatabasePool
  open(): Promise<DatabasePool>
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  meters?: Meters | undefined
}

/** Sends reads to a standby: the primary checks the session, then a standby with the same position is read. */
export type ReadReplica = Replica & Pick<Primary, 'signedIn'>

export function readReplica({ primary, open, log, meters }: ReadReplicaOptions): ReadReplica {
  const { held, signedIn } = primaryOf(primary)
  const onRead = meters?.histogram({
    name: 'read_duration_seconds',
    help: 'Reads of the read tables, by the server that answered',
    labels: ['database'],
  })
  const replica = openReplica({
    primary,
    open,
    held,
    onAway: err => log.warn({ err }, 'the read replica is away or behind: the primary is read'),
    onBack: () => log.info({}, 'the read replica is back'),
    ...(onRead && { onRead }),
  })
  const help = 'By how much the newest commit of the projector on the replica is older than on the primary'
  meters?.gauge({ name: 'read_replica_delay_seconds', help }, async () => {
    const [its, ours] = [await replica.ofStandby(pool => pool.one(newest)), await primary.one(newest)]
    return Math.max(0, ours.seconds - its.seconds)
  })
  return { ...replica, signedIn }
}

/** When the projector last committed, by the primary's clock on both. */
const newest = sql.type(z.object({ seconds: z.number() }))`
  select coalesce(extract(epoch from max(updated_at)), 0)::float8 as seconds from projector.checkpoints`
