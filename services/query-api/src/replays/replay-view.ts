import { origin, shareOfLog } from '@tba/event-store/position.ts'
import type { Replay, ReplayStatus } from '@tba/events/replays/views.ts'
import { failureSentences } from '@tba/events/replays/words.ts'
import type { StoredReplay } from './stored-replays.ts'

/** Results are kept this long. A replay that has not started by then never starts. */
const retentionMs = 7 * 86_400_000
/** A worker's rate older than this is not shown. */
const rateSeconds = 5

const neverStarted = 'La replica non è mai partita: chiedila di nuovo.'

/** A replay as administrators see it: its events in the log, and the progress of its job. */
export function replayView(stored: StoredReplay, nowMs = Date.now()): Replay {
  const { id, asked, end, requestedBy, requestedAt, endedAt, cancelledBy, failure, progress } = stored
  const state = stateOf(stored, nowMs)
  const isDone = state === 'done'
  const done = isDone ? stored.events : (progress?.done ?? 0)
  const total = isDone ? done : estimateTotal(stored)
  const rate = state === 'running' && progress && progress.idleSeconds < rateSeconds ? progress.rate : 0
  return {
    id,
    state,
    ...asked,
    position: end,
    requestedBy,
    requestedAt,
    endedAt,
    cancelledBy,
    done,
    total,
    found: isDone ? stored.found : (progress?.found ?? 0),
    rate: Math.round(rate * 10) / 10,
    secondsLeft: rate > 0 && total !== null ? Math.ceil((total - done) / rate) : null,
    expiresAt:
      isDone && progress && endedAt ? new Date(Date.parse(endedAt) + retentionMs).toISOString() : null,
    error: failure ? failureSentences[failure] : state === 'failed' ? neverStarted : null,
  }
}

/** The estimated number of events, from the share of the log that was read. Nothing counts the rest. */
function estimateTotal({ end, progress }: StoredReplay): number | null {
  if (!progress || end === null || progress.done === 0) return null
  const share = shareOfLog(progress.position, { from: origin, to: end })
  return share > 0 ? Math.round(progress.done / share) : null
}

function stateOf({ state, progress, requestedAt }: StoredReplay, nowMs: number): ReplayStatus {
  if (state !== 'waiting') return state
  if (progress) return progress.isTaken ? 'running' : 'waiting'
  return nowMs - Date.parse(requestedAt) > retentionMs ? 'failed' : 'waiting'
}
