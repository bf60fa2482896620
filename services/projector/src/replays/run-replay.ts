import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '@tba/event-store/port.ts'
import type { ReplayFailure } from '@tba/events/replays/events.ts'
import type { ReplayState } from '@tba/events/replays/replay.decider.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { isDiskFull, watchDatabases } from '@tba/runtime/disk.ts'
import { type EventLog, systemContext } from '@tba/runtime/log/event-log.ts'
import { isPositionOfLog } from '@tba/runtime/log/replayed-events.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import type { DatabasePool } from 'slonik'
import { connect } from '../engine/commit/connection.ts'
import { FoldFailed, ProjectionHalted, WriteRefused } from '../engine/commit/faults.ts'
import { raceTasks } from '../engine/leader/loops.ts'
import { NotLive } from '../verify/comparison.ts'
import { playProjection } from './play-projection.ts'
import {
  awaitQueryApi,
  type Claimed,
  claimReplay,
  closeReplay,
  dropReplaySchemas,
  Fenced,
  isHeldBy,
  progressOf,
  ReplayFailed,
  resetTries,
} from './stored-replay.ts'

export type ReplayDeps = {
  log: EventLog
  store: EventStore
  pool: DatabasePool
  connectionString: string
  objects: Objects
  logger: Record<'info' | 'error', (fields: object, message: string) => void>
}

/** The request, and the progress of an earlier worker. */
type ReplayRun = { claimed: Claimed; replay: NonNullable<ReplayState['replay']> }

/** Short enough for a user who cancels. */
const pollMs = 250

/** Runs a replay to its end, from the progress of an earlier worker. @throws errors that a retry may fix */
export async function runReplay(deps: ReplayDeps, id: string, signal: AbortSignal): Promise<void> {
  const { log, pool } = deps
  const claimed = await claimReplay(pool, id)
  if (!claimed) return
  const { status, replay } = (await load(log, 'replay', id)).state
  try {
    if (status === 'asked' && replay) await playUntilEnded(deps, { claimed, replay }, signal)
  } catch (error) {
    if (error instanceof Fenced) return
    if (signal.aborted) await resetTries(pool, claimed)
    if (signal.aborted || !(await recordFailure(deps, claimed, error))) throw error
  }
  const { state: after } = await load(log, 'replay', id)
  if (await closeReplay(pool, claimed, after.status === 'finished')) await dropReplaySchemas(pool)
}

async function playUntilEnded(deps: ReplayDeps, run: ReplayRun, signal: AbortSignal): Promise<void> {
  const { log } = deps
  const { id } = run.claimed
  await raceTasks(signal, within => [
    play(deps, run, within).then(async ({ done, found }) => {
      // Refused if it was cancelled meanwhile.
      await execute({ log, context: systemContext() }, id, { type: 'FinishReplay', events: done, found })
    }),
    awaitEnd(log, id, within),
  ])
  signal.throwIfAborted()
}

/** Any process can receive the cancellation, so it is read from the log. */
async function awaitEnd(log: EventLog, id: string, signal: AbortSignal): Promise<void> {
  do await pause(pollMs, undefined, { signal })
  while ((await load(log, 'replay', id)).state.status === 'asked')
}

/** @throws {Fenced} {ReplayFailed} */
async function play(deps: ReplayDeps, { claimed, replay }: ReplayRun, signal: AbortSignal) {
  const { store, pool, connectionString } = deps
  const { mode } = replay
  if (claimed.tries > maxTries) throw new ReplayFailed('broken')
  if (!(await isPositionOfLog(store, replay.end))) throw new ReplayFailed('restored')
  const disk = await watchDatabases([connectionString], { warn: () => {} })
  // The space is needed for the log and customers.
  const assertRoom = () => {
    if (disk.isLow()) throw new ReplayFailed('noRoom')
  }
  assertRoom()
  if (mode.kind !== 'projection') return awaitQueryApi(pool, claimed, signal)
  const connection = await connect(connectionString)
  try {
    const storeProgress = progressOf(connection, claimed, assertRoom)
    const playing = { connection, claimed, name: mode.projection, storeProgress, signal }
    return await playProjection({ ...deps, ...playing })
  } finally {
    await connection.close()
  }
}

/** A replay that kills its process must not kill one after the other. */
const maxTries = 5

/** Why a replay fails for good after this error; null: it is retried. */
function failureOf(error: unknown, tries: number): ReplayFailure | null {
  if (error instanceof ReplayFailed) return error.reason
  if (error instanceof NotLive) return 'notLive'
  if (error instanceof FoldFailed || error instanceof WriteRefused || error instanceof ProjectionHalted)
    return 'unfoldable'
  if (isDiskFull(error)) return 'noRoom'
  return tries >= maxTries ? 'broken' : null
}

/** Records the failure, unless the replay is retried. */
async function recordFailure(
  { log, logger, pool }: ReplayDeps,
  claimed: Claimed,
  error: unknown,
): Promise<boolean> {
  const { id, tries } = claimed
  const reason = failureOf(error, tries)
  if (reason === null || !(await isHeldBy(pool, claimed))) return false
  logger.error({ err: error, replay: id, reason }, 'a replay has failed')
  await execute({ log, context: systemContext() }, id, { type: 'FailReplay', reason })
  return true
}
