import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Position } from '@tba/event-store/port.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { firstOf } from '../engine/first-of.ts'
import { type Asked, Fenced, type ReplayDeps, type Taken } from './deps.ts'
import { assertFewTries, assertSameLog, failureOf, isLost, watchRoom } from './failure.ts'
import { removeUnwanted } from './forget-replays.ts'
import { play } from './play.ts'
import { beginAgain, closeReplay, forgive, isHeldBy, takeReplay } from './stored-replay.ts'

/** Nobody notices how long it takes until one ends where it is cancelled. */
const lookEveryMs = 250

/** Plays a replay to its end, from where an earlier worker left it. @throws what it is to be tried again for */
export async function runReplay(deps: ReplayDeps, id: string, signal: AbortSignal): Promise<void> {
  const { log, pool } = deps
  const taken = await takeReplay(pool, id)
  if (!taken) return
  const { state } = await load(log, 'replay', id)
  if (state.status === 'asked' && state.replay) {
    try {
      await playUntilCancelled(deps, { taken, replay: state.replay }, signal)
    } catch (error) {
      if (error instanceof Fenced) return
      if (signal.aborted) await forgive(pool, taken)
      if (signal.aborted || (!(error instanceof Cancelled) && !(await isOver(deps, taken, error))))
        throw error
    }
  }
  const { state: after } = await load(log, 'replay', id)
  const isResult = after.status === 'finished'
  // It is over before its pieces go, which may take a while: what breaks off then is gone on with by a chore.
  if (await closeReplay(pool, taken, isResult)) await removeUnwanted(pool)
}

class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

async function playUntilCancelled(deps: ReplayDeps, asked: Asked, signal: AbortSignal): Promise<void> {
  const { log, store, connectionString } = deps
  const { taken, replay } = asked
  const end = replay.end as Position | null
  assertFewTries(taken.tries)
  if (end !== null) await assertSameLog(store, end)
  const disk = await watchRoom(connectionString)
  disk.assertRoom()
  await firstOf(signal, within => [
    play({ ...deps, ...disk }, asked, within).then(async ({ events, found }) => {
      // Refused where somebody has cancelled it meanwhile.
      await execute({ log, context: byItself() }, taken.id, { type: 'FinishReplay', events, found })
    }),
    untilCancelled(log, taken, within),
  ])
  signal.throwIfAborted()
}

/** Whichever process is asked: the log says it to all. */
async function untilCancelled(log: ReplayDeps['log'], { id }: Taken, signal: AbortSignal): Promise<void> {
  for (;;) {
    await pause(lookEveryMs, undefined, { signal })
    if ((await load(log, 'replay', id)).state.status === 'cancelled') throw new Cancelled()
  }
}

/** Records that it failed, unless it is to be tried again. */
async function isOver({ log, logger, pool }: ReplayDeps, taken: Taken, error: unknown): Promise<boolean> {
  const { id, tries, position } = taken
  if (isLost(error, position)) {
    await beginAgain(pool, taken)
    return false
  }
  const reason = failureOf(error, tries)
  if (reason === null || !(await isHeldBy(pool, taken))) return false
  logger.error({ err: error, replay: id, reason }, 'a replay has failed')
  await execute({ log, context: byItself() }, id, { type: 'FailReplay', reason })
  return true
}

function byItself() {
  const id = randomUUID()
  return { actor: 'system', correlationId: id, causationId: id }
}
