import type { Decider } from '../decider.ts'
import type { ProjectionEvent } from './events.ts'

export type ProjectionCommand =
  | { type: 'RequestRebuild'; version: number }
  | { type: 'RequestAnalyticsRebuild' }
  | { type: 'RetryParked'; parked: string; eventId: string }
  | { type: 'SkipParked'; parked: string; eventId: string }

/** The skipped events, only to be shown. The projector knows the rest. */
export type ProjectionState = { skipped: readonly string[] }

/** Records every request. Only the projector knows whether a stream is parked, and at which event. */
export const projectionDecider: Decider<ProjectionState, ProjectionCommand, ProjectionEvent, never> = {
  initial: { skipped: [] },
  decide(_, command) {
    switch (command.type) {
      case 'RequestRebuild':
        return [{ type: 'ProjectionRebuildRequested', data: { version: command.version } }]
      case 'RequestAnalyticsRebuild':
        return [{ type: 'AnalyticsRebuildRequested', data: {} }]
      case 'RetryParked': {
        const { parked, eventId } = command
        return [{ type: 'ParkedStreamRetried', data: { parked, eventId } }]
      }
      case 'SkipParked': {
        const { parked, eventId } = command
        return [{ type: 'ParkedStreamSkipped', data: { parked, eventId } }]
      }
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'ProjectionRebuildRequested':
      case 'AnalyticsRebuildRequested':
      case 'ParkedStreamRetried':
        return state
      case 'ParkedStreamSkipped':
        return { skipped: [...new Set([...state.skipped, event.data.eventId])] }
    }
  },
}
