import { type Decider, noLogTime } from '../decider.ts'
import type { AdminSessionEvent } from './events.ts'

export type AdminSessionCommand =
  | { type: 'SignInAdmin'; adminId: string; expiresAt: string }
  | { type: 'SignOutAdmin' }
  | { type: 'ExpireAdminSession' }

/** `position`: of the opening, in the log. */
export type AdminSessionState = { adminId: string; status: 'open' | 'closed'; position: string } | null

export const adminSessionDecider: Decider<AdminSessionState, AdminSessionCommand, AdminSessionEvent, never> =
  {
    initial: null,
    decide(state, command) {
      switch (command.type) {
        case 'SignInAdmin': {
          const { adminId, expiresAt } = command
          return [{ type: 'AdminSignedIn', data: { adminId, expiresAt } }]
        }
        case 'SignOutAdmin':
          if (state?.status !== 'open') return []
          return [{ type: 'AdminSignedOut', data: { adminId: state.adminId } }]
        case 'ExpireAdminSession':
          return state?.status === 'open' ? [{ type: 'AdminSessionExpired', data: {} }] : []
      }
    },
    evolve(state, event, { position } = noLogTime) {
      switch (event.type) {
        case 'AdminSignedIn':
          return { adminId: event.data.adminId, status: 'open', position }
        case 'AdminSignedOut':
        case 'AdminSessionExpired':
          return state && { ...state, status: 'closed' }
        case 'PersonalDataViewed':
        case 'PersonsListed':
          return state
      }
    },
  }
