import { type Decider, noLogTime, refuse } from '../decider.ts'
import type { SessionEvent } from './events.ts'

type Opening = Extract<SessionEvent, { type: 'SessionOpened' }>['data']

export type SessionCommand =
  | { type: 'OpenSession'; opening: Opening }
  | { type: 'CloseSession'; accountId: string }
  /** The session expired. */
  | { type: 'ExpireSession' }

/** `position`: of the opening, in the log. */
export type SessionState = { status: 'unknown' | 'open' | 'closed'; accountId: string; position: string }

/** Closing a closed session records nothing. */
export const sessionDecider: Decider<SessionState, SessionCommand, SessionEvent, 'not-theirs'> = {
  initial: { status: 'unknown', accountId: '', position: '' },
  decide(state, command) {
    const { accountId } = state
    switch (command.type) {
      case 'OpenSession':
        return [{ type: 'SessionOpened', data: command.opening }]
      case 'CloseSession':
        if (accountId !== command.accountId) return refuse('not-theirs')
        return state.status === 'open' ? [{ type: 'SessionClosed', data: { accountId } }] : []
      case 'ExpireSession':
        return state.status === 'open' ? [{ type: 'SessionExpired', data: { accountId } }] : []
    }
  },
  evolve(state, event, { position } = noLogTime) {
    switch (event.type) {
      case 'SessionOpened':
        return { status: 'open', accountId: event.data.accountId, position }
      case 'SessionClosed':
      case 'SessionExpired':
        return { ...state, status: 'closed' }
    }
  },
}
