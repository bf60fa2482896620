import type { SessionEvent } from '@tba/events/accounts/events.ts'
import type { Decider } from '@tba/events/decider.ts'

type Opening = Extract<SessionEvent, { type: 'SessionOpened' }>['data']

export type SessionCommand = { type: 'OpenSession'; opening: Opening } | { type: 'CloseSession' }

export type SessionState = 'unknown' | 'open' | 'closed'

/** Closing is never refused: who signs out is out, however often they do. */
export const sessionDecider: Decider<SessionState, SessionCommand, SessionEvent, never> = {
  initial: 'unknown',
  decide(state, command) {
    switch (command.type) {
      case 'OpenSession':
        return [{ type: 'SessionOpened', data: command.opening }]
      case 'CloseSession':
        return state === 'open' ? [{ type: 'SessionClosed', data: {} }] : []
    }
  },
  evolve(_state, event) {
    switch (event.type) {
      case 'SessionOpened':
        return 'open'
      case 'SessionClosed':
        return 'closed'
    }
  },
}
