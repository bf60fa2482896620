import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '@tba/event-store/port.ts'
import { withTimeout } from '@tba/event-store/with-timeout.ts'
import type { ReplayFailure } from '@tba/events/replays/events.ts'
import type { ReplayState } from '@tba/events/replays/replay.decider.ts'
import type { Replay } from '@tba/events/replays/views.ts'
import type { DatabasePool } from 'slonik'
import { execute } from '../commands/execute.ts'
import { load } from '../commands/load.ts'
import { watchDatabases } from '../disk.ts'
import { isOutage } from '../http/operations/outage.ts'
import { type EventLog, systemContext } from '../log/event-log.ts'
import { isPositionOfLog } from '../log/replayed-events.ts'
import {
  claimReplay,
  closeReplay,
  Fenced,
  type HeldReplay,
  keepReplay,
  type ReplayOutcome,
  releaseReplay,
  storeOutcome,
} from './held-replay.ts'
import { raceTasks } from './race-tasks.ts'

/** What to play, of a replay that this process has taken. */
export type Playing = {
  held: HeldReplay
  replay: NonNullable<ReplayState['replay']>
  /** @throws {ReplayFailed} the disk is nearly full: the space is needed for the log and customers */
  assertRoom(): void
  signal: AbortSignal
}

export type ReplayDeps = { log: EventLog; store: EventStore; pool: DatabasePool; connectionString: string }

export type ReplayPlayer = ReplayDeps & {
  kinds: readonly Replay['mode']['kind'][]
  play(playing: Playing): Promise<ReplayOutcome>
  /** Why a replay fails for good after this error; null: it is tried again; `later`: and that does not count as a try. */
  failureOf(error: unknown): ReplayFailure | 'later' | null
  /** After the end of a replay. */
  onEnd?(): Promise<void>
  onError(error: unknown): void
}

export class ReplayFailed extends Error {
  override readonly name = 'ReplayFailed'
  readonly reason: ReplayFailure
  constructor(reason: ReplayFailure) {
    super(reason)
    this.reason = reason
  }
}

const claimEveryMs = 500
/** Short enough for a user who cancels. */
const lookEveryMs = 250
const looksPerBeat = 8
/** A replay that kills its process must not kill one after the other. */
const maxTries = 5
const closeWithinMs = 10_000

/** Takes waiting replays and plays them to their end, one at a time, until closed. Any number of processes may do so. */
export function playReplays(player: ReplayPlayer): { close(): Promise<void> } {
  const stopping = new AbortController()
  const running = playUntil(player, stopping.signal)
  return {
    /** The next process continues at once. */
    close() {
      stopping.abort()
      return withTimeout(closeWithinMs, running, () => {})
    },
  }
}

async function playUntil(player: ReplayPlayer, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await playNext(player, signal).catch(error => {
      // The rest of the service reports an outage.
      if (!(error instanceof Fenced) && !isOutage(error)) player.onError(error)
    })
    await pause(claimEveryMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

/** Plays the oldest replay that waits to its end, from the progress of an earlier process. */
export async function playNext(player: ReplayPlayer, signal: AbortSignal): Promise<void> {
  const { log, pool } = player
  const held = await claimReplay(pool, player.kinds)
  if (!held) return
  try {
    const { status, replay } = (await load(log, 'replay', held.id)).state
    if (status === 'asked' && replay) await playUntilEnded(player, held, { replay, signal })
  } catch (error) {
    if (error instanceof Fenced) return
    const reason = error instanceof ReplayFailed ? error.reason : player.failureOf(error)
    if (signal.aborted || reason === 'later') return releaseReplay(pool, held)
    if (reason === null && held.tries < maxTries) throw error
    player.onError(error)
    await keepReplay(pool, held)
    await execute({ log, context: systemContext() }, held.id, {
      type: 'FailReplay',
      reason: reason ?? 'broken',
    })
  }
  const { status } = (await load(log, 'replay', held.id)).state
  await closeReplay(pool, held, status === 'finished')
  await player.onEnd?.()
}

async function playUntilEnded(
  player: ReplayPlayer,
  held: HeldReplay,
  { replay, signal }: Pick<Playing, 'replay' | 'signal'>,
): Promise<void> {
  const { log, store, pool, connectionString } = player
  if (held.tries > maxTries) throw new ReplayFailed('broken')
  if (!(await isPositionOfLog(store, replay.end))) throw new ReplayFailed('restored')
  const disk = await watchDatabases([connectionString], { warn: () => {} })
  function assertRoom() {
    if (disk.isLow()) throw new ReplayFailed('noRoom')
  }
  assertRoom()
  await raceTasks(signal, within => [
    player.play({ held, replay, assertRoom, signal: within }).then(async outcome => {
      await storeOutcome(pool, held, outcome)
      const end = { type: 'FinishReplay', events: outcome.done, found: outcome.found } as const
      // Refused if it was cancelled meanwhile.
      await execute({ log, context: systemContext() }, held.id, end)
    }),
    keepUntilEnded(player, held, within),
  ])
  signal.throwIfAborted()
}

/** Any process can receive the cancellation, so it is read from the log. @throws {Fenced} */
async function keepUntilEnded({ log, pool }: ReplayDeps, held: HeldReplay, signal: AbortSignal) {
  for (let look = 1; (await load(log, 'replay', held.id)).state.status === 'asked'; look += 1) {
    if (look % looksPerBeat === 0) await keepReplay(pool, held)
    await pause(lookEveryMs, undefined, { signal })
  }
}
