import { type Decider, noLogTime, refuse } from '../decider.ts'
import type { ReportLetterEvent } from './events.ts'
import { lastLetter } from './letter-times.ts'

type DataOf<T extends ReportLetterEvent['type']> = Extract<ReportLetterEvent, { type: T }>['data']
export type LetterEnd = DataOf<'ReportLetterEnded'>['why']

export type ReportLetterCommand =
  | { type: 'OrderReportLetter'; order: DataOf<'ReportLetterOrdered'> }
  | { type: 'ConfirmReportLetter' }
  | { type: 'FindReportLetterDue'; at: Date }
  | { type: 'AnswerReportLetter'; from: string; refusal: number | null }
  | { type: 'EndReportLetter'; why: LetterEnd }
  | { type: 'EraseReportLetter' }

type Live = DataOf<'ReportLetterOrdered'> & {
  state: 'waiting' | 'active' | 'ended'
  /** When it became active; only later letters are due. */
  since: string
  /** The period of the last letter, and the last one that was answered. */
  due: string | null
  answered: string | null
  /** In a row. */
  refusals: number
}
export type ReportLetterState = Live | 'unknown' | 'erased'

const maxRefusals = 3

/** The start of the period that a letter is due for; null: none is. What was missed for longer than a period is left out. */
export function dueLetter(letter: Pick<Live, 'every' | 'hour' | 'isTrial' | 'since' | 'due'>, at: Date) {
  const { every, hour, isTrial, since, due } = letter
  // A trial does not wait for its hour: the last period may have closed before.
  const last = lastLetter({ every, hour: isTrial ? 0 : hour }, at.getTime())
  const isNew = isTrial ? due === null : last.due > since && (due === null || last.from > due)
  return isNew ? last.from : null
}

/** One recipient: each closed period is due once, and answered once. After three refusals in a row it gets no more. */
export const reportLetterDecider: Decider<
  ReportLetterState,
  ReportLetterCommand,
  ReportLetterEvent,
  'unknown' | 'ended'
> = {
  initial: 'unknown',
  decide(letter, command) {
    // A retry has the same id, and orders nothing.
    if (command.type === 'OrderReportLetter')
      return letter === 'unknown' ? [{ type: 'ReportLetterOrdered', data: command.order }] : []
    if (typeof letter === 'string') return command.type === 'EraseReportLetter' ? [] : refuse('unknown')
    const { state, due } = letter
    switch (command.type) {
      case 'ConfirmReportLetter':
        if (state === 'ended') return refuse('ended')
        return state === 'active' ? [] : [{ type: 'ReportLetterConfirmed', data: {} }]
      case 'FindReportLetterDue': {
        const from = state === 'active' ? dueLetter(letter, command.at) : null
        return from === null ? [] : [{ type: 'ReportLetterDue', data: { from } }]
      }
      case 'AnswerReportLetter': {
        const { from, refusal } = command
        if (from !== due || from === letter.answered) return []
        const isRefused = refusal !== null && letter.refusals + 1 >= maxRefusals
        const why = letter.isTrial ? 'tried' : isRefused ? 'refused' : null
        return [
          { type: 'ReportLetterAnswered', data: { from, refusal } },
          ...(why && state !== 'ended' ? [{ type: 'ReportLetterEnded', data: { why } } as const] : []),
        ]
      }
      case 'EndReportLetter':
        return state === 'ended' ? [] : [{ type: 'ReportLetterEnded', data: { why: command.why } }]
      case 'EraseReportLetter':
        return letter.emailHash === null ? [] : [{ type: 'ReportLetterErased', data: {} }]
    }
  },
  evolve(letter, event, { recordedAt: since } = noLogTime) {
    const change = (changed: Partial<Live>) =>
      typeof letter === 'string' ? letter : { ...letter, ...changed }
    switch (event.type) {
      case 'ReportLetterOrdered': {
        const state = event.data.account === null ? 'waiting' : 'active'
        return { ...event.data, state, since, due: null, answered: null, refusals: 0 }
      }
      case 'ReportLetterConfirmed':
        return change({ state: 'active', since })
      case 'ReportLetterDue':
        return change({ due: event.data.from })
      case 'ReportLetterAnswered': {
        const { from, refusal } = event.data
        const before = typeof letter === 'string' ? 0 : letter.refusals
        return change({ answered: from, refusals: refusal === null ? 0 : before + 1 })
      }
      case 'ReportLetterEnded':
        return change({ state: 'ended' })
      case 'ReportLetterErased':
        return 'erased'
    }
  },
}
