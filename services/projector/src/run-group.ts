import type { EventStore, Position } from '@tba/event-store/port.ts'
import { origin } from '@tba/event-store/position.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { migrate } from '@tba/runtime/postgres/migrate.ts'
import type { DatabasePool } from 'slonik'
import type { BatchSizeOptions } from './engine/commit/batch-size.ts'
import { asSwapRefused, SwapRefused, summaryOf } from './engine/database/faults.ts'
import type { Following, Written } from './engine/follow/follow.ts'
import { leadProjections } from './engine/leader/lead-projections.ts'
import { acquireLeadership } from './engine/leader/leader.ts'
import type { Plan } from './engine/leader/plan.ts'
import { backoffMs, findLock, isLockTimeout, sleep } from './engine/loops.ts'
import { LogLostEvents, refuseLostEvents } from './engine/lost-events.ts'
import type { Projection } from './engine/projection.ts'
import type { Progress } from './engine/versions/build.ts'
import { ChangedWithoutVersion } from './engine/versions/source.ts'

/** A retry would change nothing. */
const refusals = [ChangedWithoutVersion, LogLostEvents, SwapRefused]

/** The pause between two attempts on a locked table. It does not grow, because nothing is broken. */
const lockPauseMs = 500

export type GroupDeps = {
  log: EventLog
  store: EventStore
  pool: DatabasePool
  /** For dedicated connections: one holds the locks, others write. */
  connectionString: string
  logger: Record<'info' | 'error', (fields: object, message: string) => void>
  group: string
  projections: readonly Projection[]
  /** Rebuilds a projection that changed under its live version, and does not refuse it: for development. */
  foldsChanged?: boolean | undefined
  /** Names of removed projections. */
  retired: readonly string[]
  signal: AbortSignal
  standbyRetryMs?: number
  haltMs?: number
  batchSize?: BatchSizeOptions
  onBatch?: (written: Written) => void
  onProgress?: (progress: Progress) => void
}

export type Health = {
  leading: boolean
  /** True when `ready` has resolved. */
  ready: boolean
  /** False after an error, until the head of the log is reached again. */
  healthy: boolean
}

/** Runs a group of projections until the signal aborts. A halted live projection does not delay `ready`. */
export function runGroup(deps: GroupDeps) {
  const { group, logger, signal, store } = deps
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {})
  const health: Health = { leading: false, ready: false, healthy: true }
  let firstHead: Position | null = null
  let failures = 0
  let isRefused = false

  async function standByAndLead(): Promise<void> {
    await migrate(deps.pool, 'projector', new URL('./engine/schema/', import.meta.url)).catch(error => {
      const refused = asSwapRefused('the projector', error)
      // One that has run has its tables.
      if (!health.ready || !(refused instanceof SwapRefused)) throw refused
    })
    await refuseLostEvents(deps)
    const head = (await store.head()) ?? origin
    firstHead ??= head
    await leadOnce({ ...deps, verify: read => refuseLostEvents(deps, read) }, health, {
      onPosition(position, isHalted) {
        if (firstHead !== null && position >= firstHead) {
          health.ready = true
          ready.resolve()
        }
        if (position < head || isHalted) return
        health.healthy = true
        failures = 0
      },
      onHalt(err) {
        // A start waits for these tables.
        if (err instanceof SwapRefused && !health.ready) throw err
        health.healthy = false
        logger.error({ err, group }, `${err.projection} has halted`)
      },
    })
  }

  function refuse(err: Error): void {
    isRefused = true
    logger.error({ err, group }, 'projecting is refused')
    ready.reject(err)
  }

  async function restartUntilStopped(): Promise<void> {
    while (!signal.aborted && !isRefused) {
      await standByAndLead().catch(async err => {
        if (signal.aborted) return
        health.healthy = false
        if (refusals.some(kind => err instanceof kind)) return refuse(err)
        const isLocked = isLockTimeout(err)
        const lock = isLocked ? await findLock(deps.pool).catch(() => null) : null
        const retryInMs = isLocked ? lockPauseMs : backoffMs(failures++)
        logger.error({ err, group, retryInMs, ...(lock && { lock }) }, 'projecting failed')
        await sleep(retryInMs, signal)
      })
    }
    ready.reject(new Error('the projector was stopped before it was ready'))
  }

  return { ready: ready.promise, health: () => ({ ...health }), ended: restartUntilStopped() }
}

type LeaderCallbacks = Pick<Parameters<typeof leadProjections>[0], 'onPosition' | 'onHalt'>

/** Leads on one connection. @throws if it breaks */
async function leadOnce(
  deps: GroupDeps & Pick<Following, 'verify'>,
  health: Health,
  callbacks: LeaderCallbacks,
): Promise<void> {
  const { connectionString, group, logger, signal, standbyRetryMs = 500 } = deps
  const applicationName = `projector leader ${group}`
  const candidate = await acquireLeadership({ connectionString, applicationName })
  const { onBatch = () => {}, onProgress = () => {} } = deps
  try {
    await leadProjections({
      ...deps,
      ...callbacks,
      candidate,
      signal: AbortSignal.any([signal, candidate.lost]),
      retryMs: standbyRetryMs,
      onBatch,
      onProgress: logged(logger, onProgress),
      onGivenUp(err) {
        logger.error({ err, group }, `${err.projection} cannot be rebuilt, and stays as it is`)
      },
      onPlan(plan) {
        health.leading = plan.live.length + plan.builds.length > 0
        logger.info({ group, ...named(plan) }, health.leading ? 'leading' : 'standing by')
        if (plan.builds.some(({ outdated }) => outdated !== null))
          logger.error(
            { group },
            'the log is another one than the tables were made from: they are made again',
          )
      },
      onParked({ fault, projection }) {
        const { stream, type, id } = fault.event
        const fields = { projection: projection.name, stream, type, id, reason: summaryOf(fault) }
        logger.error(fields, 'an event cannot be processed: its stream is parked')
      },
    })
    if (candidate.lost.aborted && !signal.aborted)
      throw new Error('the connection that holds the lock was lost')
  } finally {
    health.leading = false
    await candidate.close()
  }
}

function named({ live, builds, rebuilds, superseded }: Plan) {
  const names = (of: readonly { projection: Projection }[]) => of.map(({ projection }) => projection.name)
  return {
    follows: names(live),
    builds: names([...builds, ...rebuilds]),
    superseded: superseded.map(({ name }) => name),
  }
}

const logEveryMs = 1_000

/** Logs the first and the last batch of a build, and one per second in between. */
function logged(logger: GroupDeps['logger'], onProgress: (progress: Progress) => void) {
  let loggedAtMs = Number.NEGATIVE_INFINITY
  return (progress: Progress) => {
    onProgress(progress)
    if (performance.now() - loggedAtMs < logEveryMs && progress.position < progress.goal) return
    loggedAtMs = performance.now()
    logger.info({ ...progress }, 'building projections')
  }
}
