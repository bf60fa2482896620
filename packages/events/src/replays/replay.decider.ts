import { type Decider, refuse } from '../decider.ts'
import type { ReplayEvent, ReplayFailure } from './events.ts'

type Requested = Extract<ReplayEvent, { type: 'ReplayRequested' }>['data']

export type ReplayCommand =
  | { type: 'RequestReplay'; replay: Requested }
  | { type: 'CancelReplay' }
  | { type: 'FinishReplay'; events: number; found: number }
  | { type: 'FailReplay'; reason: ReplayFailure }

export type ReplayState = {
  status: 'unknown' | 'asked' | 'cancelled' | 'finished' | 'failed'
  replay: Requested | null
}

/** It ends once, by a cancellation or by the job. The first one counts. */
export const replayDecider: Decider<ReplayState, ReplayCommand, ReplayEvent, 'unknown' | 'over'> = {
  initial: { status: 'unknown', replay: null },
  decide({ status }, command) {
    // A retry has the same id.
    if (command.type === 'RequestReplay')
      return status === 'unknown' ? [{ type: 'ReplayRequested', data: command.replay }] : []
    if (status === 'unknown') return refuse('unknown')
    if (status === 'cancelled' && command.type === 'CancelReplay') return []
    if (status !== 'asked') return refuse('over')
    switch (command.type) {
      case 'CancelReplay':
        return [{ type: 'ReplayCancelled', data: {} }]
      case 'FinishReplay':
        return [{ type: 'ReplayFinished', data: { events: command.events, found: command.found } }]
      case 'FailReplay':
        return [{ type: 'ReplayFailed', data: { reason: command.reason } }]
    }
  },
  evolve(state, event) {
    if (event.type === 'ReplayRequested') return { status: 'asked', replay: event.data }
    return event.type === 'ReplayResultTaken' ? state : { ...state, status: endings[event.type] }
  },
}

const endings = { ReplayCancelled: 'cancelled', ReplayFinished: 'finished', ReplayFailed: 'failed' } as const
