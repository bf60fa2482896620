import type { Decider } from '@tba/events/decider.ts'
import type { VisitEvent } from '@tba/events/tracking/events.ts'

type Choice = 'all' | 'none'
type Started = Extract<VisitEvent, { type: 'VisitStarted' }>

export type VisitCommand = { type: 'ChooseConsent'; choice: Choice; start: Started }
export type VisitState = { started: boolean; choice: Choice | null }

/** Only the choice is decided on; what is tracked goes straight to the log (`track.ts`). */
export const visitDecider: Decider<VisitState, VisitCommand, VisitEvent, never> = {
  initial: { started: false, choice: null },
  decide(state, { choice, start }) {
    const chosen: VisitEvent[] = state.choice === choice ? [] : [{ type: 'ConsentChosen', data: { choice } }]
    return state.started ? chosen : [start, ...chosen]
  },
  evolve(state, event) {
    switch (event.type) {
      case 'VisitStarted':
        return { ...state, started: true }
      case 'ConsentChosen':
        return { ...state, choice: event.data.choice }
      case 'InteractionTracked':
      case 'AnalyticsEventTracked':
        return state
    }
  },
}
