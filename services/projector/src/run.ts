import type { EventStore, Position } from '@tba/event-store/port.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { migrate } from '@tba/runtime/postgres/migrate.ts'
import type { DatabasePool } from 'slonik'
import { backoffMs, rest } from './engine/backoff.ts'
import type { Progress } from './engine/build.ts'
import type { Written } from './engine/follow.ts'
import { lead } from './engine/lead.ts'
import { campaign } from './engine/leader.ts'
import type { PaceOptions } from './engine/pace.ts'
import { origin, type Projection } from './engine/projection.ts'
import { ChangedWithoutVersion, refuseChanged } from './engine/source.ts'
import { projections as all } from './projections.ts'
import { type Lag, lagOf, slowestPosition } from './status.ts'

export type Deps = {
  log: EventLog
  store: EventStore
  pool: DatabasePool
  /** For connections outside of the pool: the one with the leader's lock, and those that write. */
  connectionString: string
  logger: Record<'info' | 'error', (fields: object, message: string) => void>
  projections?: readonly Projection[]
  /** Rebuilds a projection that changed under its live version instead of refusing it: for development. */
  foldsChanged?: boolean | undefined
  /** Instances of the same group take turns in leading. */
  group?: string
  signal?: AbortSignal
  standbyRetryMs?: number
  pace?: PaceOptions
  onBatch?: (written: Written) => void
  onProgress?: (progress: Progress) => void
}

export type Health = {
  leading: boolean
  /** Whether `ready` has resolved. */
  ready: boolean
  /** False after an error, until the head of the log has been reached again. */
  healthy: boolean
}

export type Projector = {
  /**
   * Resolves when every projection has reached where the log ended at the start.
   * @throws {ChangedWithoutVersion} and never projects, where one changed; or any error, if stopped before
   */
  ready: Promise<void>
  health(): Health
  /** @throws where the database or the log does not answer */
  lag(): Promise<Lag>
  /** Finishes the batch under way, and makes room for another leader. */
  stop(): Promise<void>
}

/** Projects until it is stopped. What goes wrong meanwhile is logged and tried again, for ever. */
export async function run(deps: Deps): Promise<Projector> {
  const projections = deps.projections ?? all
  const stopping = new AbortController()
  const signal = AbortSignal.any([stopping.signal, ...(deps.signal ? [deps.signal] : [])])
  const ready = Promise.withResolvers<void>()
  // Where nobody waits for it, its rejection must not count as unhandled.
  ready.promise.catch(() => {})
  const health: Health = { leading: false, ready: false, healthy: true }
  let firstHead: Position | null = null
  let failures = 0
  let isRefused = false

  async function standByAndLead(): Promise<void> {
    await migrate(deps.pool, 'projector', new URL('./engine/projector.sql', import.meta.url))
    if (!deps.foldsChanged) await refuseChanged(deps.pool, projections)
    const head = (await deps.store.head()) ?? origin
    firstHead ??= head
    const onPosition = (position: Position | null) => {
      if (position === null) return
      if (firstHead !== null && position >= firstHead) {
        health.ready = true
        ready.resolve()
      }
      if (position < head) return
      health.healthy = true
      failures = 0
    }
    await takeTurn({ ...deps, projections, signal }, health, onPosition)
  }

  /** Stops for good: another attempt would not help. */
  function refuse(err: ChangedWithoutVersion): void {
    isRefused = true
    deps.logger.error({ err }, 'projecting is refused')
    ready.reject(err)
  }

  async function restartUntilStopped(): Promise<void> {
    while (!signal.aborted && !isRefused) {
      await standByAndLead().catch(async err => {
        if (signal.aborted) return
        health.healthy = false
        if (err instanceof ChangedWithoutVersion) return refuse(err)
        const retryInMs = backoffMs(failures++)
        deps.logger.error({ err, retryInMs }, 'projecting failed')
        await rest(retryInMs, signal)
      })
    }
    ready.reject(new Error('the projector was stopped before it was ready'))
  }

  const running = restartUntilStopped()
  return {
    ready: ready.promise,
    health: () => ({ ...health }),
    lag: () => lagOf(deps, projections),
    async stop() {
      stopping.abort()
      await running
    },
  }
}

type Turn = Deps & { projections: readonly Projection[]; signal: AbortSignal }

/** Stands by until this instance leads, and then leads for as long as it may. */
async function takeTurn(turn: Turn, health: Health, onPosition: (position: Position | null) => void) {
  const { connectionString, group = 'read', logger, pool, projections, signal, standbyRetryMs } = turn
  const leadership = await campaign({
    connectionString,
    group,
    signal,
    retryMs: standbyRetryMs,
    onStandby: async () => onPosition(await slowestPosition(pool, projections)),
  })
  health.leading = true
  logger.info({ group, epoch: leadership.epoch }, 'leading')
  try {
    const { onBatch = () => {}, onProgress = () => {} } = turn
    const until = AbortSignal.any([signal, leadership.lost])
    const following = { ...turn, leadership, onBatch, onPosition, onProgress: logged(logger, onProgress) }
    await lead({ ...following, signal: until })
    if (leadership.lost.aborted && !signal.aborted)
      throw new Error('the connection that holds the lock was lost')
  } finally {
    health.leading = false
    await leadership.resign()
  }
}

const logEveryMs = 1_000

/** A build's first batch, its last, and one a second in between. */
function logged(logger: Deps['logger'], onProgress: (progress: Progress) => void) {
  let loggedAtMs = Number.NEGATIVE_INFINITY
  return (progress: Progress) => {
    onProgress(progress)
    if (performance.now() - loggedAtMs < logEveryMs && progress.position < progress.goal) return
    loggedAtMs = performance.now()
    logger.info({ ...progress }, 'building projections')
  }
}
