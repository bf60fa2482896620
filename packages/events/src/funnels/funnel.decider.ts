import { type Decider, refuse } from '../decider.ts'
import type { FunnelEvent } from './events.ts'
import { areSame } from './same-definition.ts'

type Saved = Extract<FunnelEvent, { type: 'FunnelSaved' }>['data']

/** `isOfLog`: the position that it looks from, if it names one, is one of this log. */
type Wanted = { funnel: Saved; isOfLog: boolean }

export type FunnelCommand =
  | ({ type: 'SaveFunnel' } & Wanted)
  | ({ type: 'ChangeFunnel' } & Wanted)
  | { type: 'DeleteFunnel' }

export type FunnelState = Saved | 'unknown' | 'deleted'

type Reason = 'unknown' | 'deleted' | 'other-log'

export const funnelDecider: Decider<FunnelState, FunnelCommand, FunnelEvent, Reason> = {
  initial: 'unknown',
  decide(state, command) {
    // A repeat of the call that saved it comes with the same id, and saves nothing again.
    if (command.type === 'SaveFunnel') {
      if (state !== 'unknown') return []
      return command.isOfLog ? [{ type: 'FunnelSaved', data: command.funnel }] : refuse('other-log')
    }
    if (state === 'unknown' || state === 'deleted') return refuse(state)
    switch (command.type) {
      case 'ChangeFunnel': {
        const { funnel } = command
        // Another name alone counts nothing anew.
        if (!areSame(state.definition, funnel.definition))
          return command.isOfLog ? [{ type: 'FunnelChanged', data: funnel }] : refuse('other-log')
        // Also where the log that it looks at was put back since.
        return state.name === funnel.name ? [] : [{ type: 'FunnelRenamed', data: { name: funnel.name } }]
      }
      case 'DeleteFunnel':
        return [{ type: 'FunnelDeleted', data: {} }]
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'FunnelSaved':
      case 'FunnelChanged':
        return event.data
      case 'FunnelRenamed':
        return typeof state === 'object' ? { ...state, ...event.data } : state
      case 'FunnelDeleted':
        return 'deleted'
    }
  },
}
