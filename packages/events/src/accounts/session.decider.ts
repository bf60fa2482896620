import { type Decider, refuse } from '../decider.ts'
import type { SessionEvent } from './events.ts'

type Opening = Extract<SessionEvent, { type: 'SessionOpened' }>['data']

export type SessionCommand =
  | { type: 'OpenSession'; opening: Opening }
  | { type: 'CloseSession'; accountId: string }
  /** Its time is over. */
  | { type: 'ExpireSession' }

export type SessionState = { status: 'unknown' | 'open' | 'closed'; accountId: string; openedAt: string }

/** Closing again records nothing: who signs out is out, however often they do. */
export const sessionDecider: Decider<SessionState, SessionCommand, SessionEvent, 'not-theirs'> = {
  initial: { status: 'unknown', accountId: '', openedAt: '' },
  decide(state, command) {
    switch (command.type) {
      case 'OpenSession':
        return [{ type: 'SessionOpened', data: command.opening }]
      case 'CloseSession':
        if (state.accountId !== command.accountId) return refuse('not-theirs')
        return state.status === 'open' ? [{ type: 'SessionClosed', data: {} }] : []
      case 'ExpireSession':
        return state.status === 'open' ? [{ type: 'SessionExpired', data: {} }] : []
    }
  },
  evolve(state, event, recordedAt = '') {
    switch (event.type) {
      case 'SessionOpened':
        return { status: 'open', accountId: event.data.accountId, openedAt: recordedAt }
      case 'SessionClosed':
      case 'SessionExpired':
        return { ...state, status: 'closed' }
    }
  },
}
