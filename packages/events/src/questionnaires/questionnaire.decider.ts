import type { Decider } from '../decider.ts'
import type { QuestionnaireEvent } from './events.ts'

type Submitted = Extract<QuestionnaireEvent, { type: 'QuestionnaireSubmitted' }>['data']

export type QuestionnaireCommand =
  | { type: 'SubmitQuestionnaire'; questionnaire: Submitted }
  | { type: 'EraseQuestionnaire' }
export type QuestionnaireState = 'unknown' | 'submitted' | 'erased'

export const questionnaireDecider: Decider<
  QuestionnaireState,
  QuestionnaireCommand,
  QuestionnaireEvent,
  never
> = {
  initial: 'unknown',
  decide(state, command) {
    switch (command.type) {
      case 'SubmitQuestionnaire':
        return state === 'unknown' ? [{ type: 'QuestionnaireSubmitted', data: command.questionnaire }] : []
      case 'EraseQuestionnaire':
        return state === 'submitted' ? [{ type: 'QuestionnaireErased', data: {} }] : []
    }
  },
  evolve(_state, event) {
    switch (event.type) {
      case 'QuestionnaireSubmitted':
        return 'submitted'
      case 'QuestionnaireErased':
        return 'erased'
    }
  },
}
