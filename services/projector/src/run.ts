import { LogLostEvents, recordNewest } from './engine/lost-events.ts'
import { readParked } from './engine/parked.ts'
import { groups as all, type Groups, retired } from './projections.ts'
import { type GroupDeps, runGroup } from './run-group.ts'
import { lagOf } from './status.ts'

export type Deps = Omit<GroupDeps, 'group' | 'projections' | 'retired' | 'signal'> & {
  /** Each group follows the log and fails by itself. */
  groups?: Groups
  retired?: readonly string[]
  signal?: AbortSignal
  /** How often the newest event of the log is kept in mind, in ms; 5 s by default. */
  noteEveryMs?: number
}

export type Projector = Awaited<ReturnType<typeof run>>

const noteEveryMs = 5_000

/** Projects until it is stopped. Errors are logged, and the work is tried again. */
export async function run(deps: Deps) {
  const { groups = all } = deps
  const stopping = new AbortController()
  const signal = AbortSignal.any([stopping.signal, ...(deps.signal ? [deps.signal] : [])])
  const running = Object.entries(groups).map(([group, projections]) =>
    runGroup({ retired, ...deps, group, projections, signal }),
  )
  const ready = Promise.all(running.map(group => group.ready)).then(() => {})
  // Where nobody waits for it, its rejection must not count as unhandled.
  ready.catch(() => {})
  let hasLost = false
  let noted = Promise.resolve()
  const noting = setInterval(() => {
    noted = noted.then(note)
  }, deps.noteEveryMs ?? noteEveryMs)

  /** Once it is known that events are lost, the groups go on until a start refuses, and it is said once. */
  async function note(): Promise<void> {
    if (hasLost || !running.every(group => group.health().ready)) return
    await recordNewest(deps).catch(err => {
      // Where the database does not answer, the groups say so.
      if (hasLost || !(err instanceof LogLostEvents)) return
      hasLost = true
      deps.logger.error({ err }, 'the log has lost events')
    })
  }

  return {
    /**
     * Resolves when every projection has reached where the log ended at the start, or stands still with what is live of it.
     * @throws {ChangedWithoutVersion} {LogLostEvents} and never projects; or any error, if stopped before
     */
    ready,
    /** Of all groups: leading where one is, ready and healthy where all are. */
    health() {
      const healths = running.map(group => group.health())
      return {
        leading: healths.some(({ leading }) => leading),
        ready: healths.every(({ ready }) => ready),
        healthy: !hasLost && healths.every(({ healthy }) => healthy),
      }
    },
    /** Of all projections. */
    parkedCount: async () => (await readParked(deps.pool)).length,
    lag: () => lagOf(deps, Object.values(groups).flat()),
    /** Finishes the batches under way, and gives up every lead. */
    async stop() {
      clearInterval(noting)
      stopping.abort()
      await Promise.all([noted, ...running.map(group => group.ended)])
    },
  }
}
