import { endHoldingReaders } from './engine/leader/sql-reader.ts'
import { LogLostEvents, tendMarks } from './engine/lost-events.ts'
import { readParked } from './engine/parked/parked.ts'
import { groups as all, type Groups, retired } from './projections.ts'
import { type GroupDeps, runGroup } from './run-group.ts'

export type Deps = Omit<GroupDeps, 'group' | 'projections' | 'retired' | 'signal'> & {
  /** Each group follows the log and fails separately. */
  groups?: Groups
  retired?: readonly string[]
  signal?: AbortSignal
  /** How often the log is compared with what was taken in, in ms; 5 s by default. On a new connection it is at once. */
  noteEveryMs?: number
}

export type Projector = Awaited<ReturnType<typeof run>>

const noteEveryMs = 5_000

/** Projects until it is stopped. Errors are logged, and the work is retried. */
export async function run(deps: Deps) {
  const { groups = all } = deps
  const stopping = new AbortController()
  const signal = AbortSignal.any([stopping.signal, ...(deps.signal ? [deps.signal] : [])])
  const running = Object.entries(groups).map(([group, projections]) =>
    runGroup({ retired, ...deps, group, projections, signal }),
  )
  const ready = Promise.all(running.map(group => group.ready)).then(() => {})
  // If nobody awaits it, its rejection must not count as unhandled.
  ready.catch(() => {})
  let hasLost = false
  let noted = Promise.resolve()
  const noting = setInterval(() => {
    // If the database does not answer, the groups report it.
    noted = noted.then(note).then(() => endHoldingReaders(deps.pool).catch(() => {}))
  }, deps.noteEveryMs ?? noteEveryMs)

  /** After lost events nothing is folded any more. */
  async function note(): Promise<void> {
    if (hasLost || !running.every(group => group.health().ready)) return
    await tendMarks(deps).catch(err => {
      // If the database does not answer, the groups report it.
      if (hasLost || !(err instanceof LogLostEvents)) return
      hasLost = true
      stopping.abort()
      deps.logger.error({ err }, 'the log has lost events')
    })
  }

  /** Of all groups: leading if one leads, ready and healthy if all are. */
  function health() {
    const healths = running.map(group => group.health())
    return {
      leading: healths.some(({ leading }) => leading),
      ready: healths.every(({ ready }) => ready),
      healthy: !hasLost && healths.every(({ healthy }) => healthy),
    }
  }

  return {
    /**
     * Resolves when every projection has reached the end of the log at the start, or has halted with live tables.
     * @throws {ChangedWithoutVersion} {LogLostEvents} {SwapRefused} and never projects; or any error, if stopped before
     */
    ready,
    health,
    /** A standby is ready too. @throws if projecting has not caught up or failed, or the database or the log is out */
    async readiness(): Promise<'ok' | 'parked'> {
      const { ready, healthy } = health()
      if (!ready || !healthy) throw new Error('projecting failed and is tried again')
      await deps.store.head()
      return (await readParked(deps.pool)).length > 0 ? 'parked' : 'ok'
    },
    /** Finishes running batches, and gives up every leadership. */
    async stop() {
      clearInterval(noting)
      stopping.abort()
      await Promise.all([noted, ...running.map(group => group.ended)])
    },
  }
}
