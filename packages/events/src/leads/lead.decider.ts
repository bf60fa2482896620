import type { Decider } from '../decider.ts'
import type { LeadEvent } from './events.ts'

type Submitted = Extract<LeadEvent, { type: 'LeadSubmitted' }>['data']

export type LeadCommand = { type: 'SubmitLead'; lead: Submitted } | { type: 'EraseLead' }
export type LeadState = 'unknown' | 'submitted' | 'erased'

export const leadDecider: Decider<LeadState, LeadCommand, LeadEvent, never> = {
  initial: 'unknown',
  decide(state, command) {
    switch (command.type) {
      case 'SubmitLead':
        return state === 'unknown' ? [{ type: 'LeadSubmitted', data: command.lead }] : []
      case 'EraseLead':
        return state === 'submitted' ? [{ type: 'LeadErased', data: {} }] : []
    }
  },
  evolve(_state, event) {
    switch (event.type) {
      case 'LeadSubmitted':
        return 'submitted'
      case 'LeadErased':
        return 'erased'
    }
  },
}
