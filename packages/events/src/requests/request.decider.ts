import { type Decider, noLogTime, type Refusal, refuse } from '../decider.ts'
import type { ChangeRequest } from './commands.ts'
import type { RequestEvent } from './events.ts'
import { type ChosenState, type CurrentRequest, undoSeconds } from './states.ts'

type Changes = Omit<ChangeRequest, 'revision'>

export type RequestCommand =
  /** `revision`: of the request as it was seen. `admins`: who can own requests. `at`: now. */
  | { type: 'ChangeRequest'; revision: number; changes: Changes; admins: readonly string[]; at: Date }
  | { type: 'NoteRequest'; text: string }

type Chosen = { state: ChosenState; reason: string | null; callAt: string | null }
export type WorkedRequest = CurrentRequest &
  Chosen & {
    /** What stood before the last change of the state, and when that was (ISO 8601). */
    previous: (Chosen & { at: string }) | null
  }

export type RequestRefusal = 'stale' | 'won-by-hand' | 'no-reason' | 'unknown-owner' | 'call-in-past'

export const requestDecider: Decider<WorkedRequest, RequestCommand, RequestEvent, RequestRefusal> = {
  initial: { revision: -1, state: 'new', reason: null, owner: null, callAt: null, previous: null },
  decide(state, command) {
    switch (command.type) {
      case 'ChangeRequest':
        return changed(state, command)
      case 'NoteRequest':
        return [{ type: 'RequestNoted', data: { text: command.text } }]
    }
  },
  evolve(held, event, { recordedAt } = noLogTime) {
    const { state, reason, callAt, previous } = held
    const next = { ...held, revision: held.revision + 1 }
    switch (event.type) {
      case 'RequestStateChanged':
        return { ...next, ...event.data, previous: { state, reason, callAt, at: recordedAt } }
      case 'RequestStateUndone':
        return { ...next, ...event.data, reason: previous?.reason ?? null, previous: null }
      case 'RequestAssigned':
      case 'RequestCallPlanned':
        return { ...next, ...event.data }
      case 'RequestNoted':
        return next
    }
  },
}

type Change = Extract<RequestCommand, { type: 'ChangeRequest' }>

function changed(
  held: WorkedRequest,
  { revision, changes, admins, at }: Change,
): RequestEvent[] | Refusal<RequestRefusal> {
  const { state, reason = null, owner, callAt } = changes
  const { previous } = held
  if (state === 'won') return refuse('won-by-hand')
  if (state === 'lost' && reason === null) return refuse('no-reason')
  if (revision !== held.revision) return refuse('stale')
  if (owner && !admins.includes(owner)) return refuse('unknown-owner')
  // What stands, or stood before the state that is taken back, may have passed.
  const isKnown = callAt === held.callAt || callAt === previous?.callAt
  if (callAt && !isKnown && Date.parse(callAt) < at.getTime()) return refuse('call-in-past')

  const next =
    state !== undefined && (state !== held.state || reason !== held.reason) ? { state, reason } : null
  const isUndone =
    next !== null &&
    previous?.state === next.state &&
    previous.reason === next.reason &&
    isRecent(previous.at, at)
  const events: RequestEvent[] = []
  if (next && isUndone) events.push({ type: 'RequestStateUndone', data: { state: next.state } })
  else if (next) events.push({ type: 'RequestStateChanged', data: next })
  // An account that was ended and invited again has lost its requests: no event of this stream says so.
  if (owner || (owner === null && held.owner !== null))
    events.push({ type: 'RequestAssigned', data: { owner } })
  // Nobody calls who said no, unless that is taken back. What was planned since stays.
  const isLostUndone = isUndone && held.state === 'lost'
  const following = isLostUndone ? (previous?.callAt ?? null) : next?.state === 'lost' ? null : held.callAt
  const call = callAt === undefined ? following : callAt
  if (call !== held.callAt) events.push({ type: 'RequestCallPlanned', data: { callAt: call } })
  return events
}

/** The two clocks may differ, so both sides count. */
const isRecent = (then: string, at: Date) => Math.abs(at.getTime() - Date.parse(then)) <= undoSeconds * 1_000
