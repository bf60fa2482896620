import { type Decider, refuse } from '../decider.ts'
import type { FunnelEvent } from './events.ts'

type Saved = Extract<FunnelEvent, { type: 'FunnelSaved' }>['data']

export type FunnelCommand =
  | { type: 'SaveFunnel'; funnel: Saved }
  | { type: 'ChangeFunnel'; funnel: Saved }
  | { type: 'DeleteFunnel' }

export type FunnelState = Saved | 'unknown' | 'deleted'

export const funnelDecider: Decider<FunnelState, FunnelCommand, FunnelEvent, 'unknown' | 'deleted'> = {
  initial: 'unknown',
  decide(state, command) {
    // A retry has the same id, and saves nothing.
    if (command.type === 'SaveFunnel')
      return state === 'unknown' ? [{ type: 'FunnelSaved', data: command.funnel }] : []
    if (state === 'unknown' || state === 'deleted') return refuse(state)
    if (command.type === 'DeleteFunnel') return [{ type: 'FunnelDeleted', data: {} }]
    return [{ type: 'FunnelChanged', data: command.funnel }]
  },
  evolve: (_, event) => (event.type === 'FunnelDeleted' ? 'deleted' : event.data),
}
