import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Position } from '@tba/event-store/port.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { backoffMs, rest } from '../engine/backoff.ts'
import { firstOf } from '../engine/first-of.ts'
import type { Asked, ReplayDeps } from './deps.ts'
import { assertFewTries, assertSameLog, failureOf, isLost, watchRoom } from './failure.ts'
import { Fenced } from './fenced.ts'
import { removeUnwanted } from './forget-replays.ts'
import { play } from './play.ts'
import type { Taken } from './taken.ts'
import { beginAgain, closeReplay, forgive, takeNext } from './waiting.ts'

/** Nobody notices how long it takes until one begins, or ends where it is cancelled. */
const lookEveryMs = 250

/** One replay at a time, in the order in which they were asked for, until the signal aborts. */
export async function runReplays(deps: ReplayDeps, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      const taken = await takeNext(deps.pool)
      if (taken) await runOne(deps, taken, signal)
      else await pause(lookEveryMs, undefined, { signal })
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      // Neither letters nor erasures stand still because of a replay.
      deps.logger.error({ err: error }, 'replays stand still for a while')
      await rest(backoffMs(failures++), signal)
    }
  }
}

/** What was taken is over then, or is taken again. */
async function runOne(deps: ReplayDeps, taken: Taken, signal: AbortSignal): Promise<void> {
  const { log, pool } = deps
  const { id } = taken
  const { state } = await load(log, 'replay', id)
  if (state.status === 'asked' && state.replay) {
    try {
      await playUntilCancelled(deps, { taken, replay: state.replay }, signal)
    } catch (error) {
      if (error instanceof Fenced) return
      // The next process goes on here.
      if (signal.aborted) return forgive(pool, taken)
      if (!(error instanceof Cancelled) && !(await isOver(deps, taken, error)))
        return pause(backoffMs(taken.tries), undefined, { signal })
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

async function untilCancelled(log: EventLog, { id }: Taken, signal: AbortSignal): Promise<void> {
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
  logger.error({ err: error, replay: id, reason }, 'a replay did not come to its end')
  if (reason === null) return false
  await execute({ log, context: byItself() }, id, { type: 'FailReplay', reason })
  return true
}

function byItself() {
  const id = randomUUID()
  return { actor: 'system', correlationId: id, causationId: id }
}
