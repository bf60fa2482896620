import type { Decider } from '@tba/events/decider.ts'
import type { VisitEvent } from '@tba/events/tracking/events.ts'

type Choice = 'all' | 'none'
export type VisitCommand = { type: 'ChooseConsent'; choice: Choice }
export type VisitState = { choice: Choice | null }

export const visitDecider: Decider<VisitState, VisitCommand, VisitEvent, never> = {
  initial: { choice: null },
  decide(state, { choice }) {
    return state.choice === choice ? [] : [{ type: 'ConsentChosen', data: { choice } }]
  },
  evolve(_state, event) {
    switch (event.type) {
      case 'ConsentChosen':
        return { choice: event.data.choice }
    }
  },
}
