import { type Decider, refuse } from '../decider.ts'
import type { AdminEvent } from './events.ts'

type Created = Extract<AdminEvent, { type: 'AdminCreated' }>['data']

export type AdminCommand =
  | { type: 'CreateAdmin'; admin: Created }
  | { type: 'ChangeAdminPassword'; passwordHash: string }

export type AdminState = Created | null

export const adminDecider: Decider<AdminState, AdminCommand, AdminEvent, 'exists' | 'unknown'> = {
  initial: null,
  decide(state, command) {
    switch (command.type) {
      case 'CreateAdmin':
        return state ? refuse('exists') : [{ type: 'AdminCreated', data: command.admin }]
      case 'ChangeAdminPassword': {
        const { passwordHash } = command
        return state ? [{ type: 'AdminPasswordChanged', data: { passwordHash } }] : refuse('unknown')
      }
    }
  },
  evolve(state, event) {
    switch (event.type) {
      case 'AdminCreated':
        return event.data
      case 'AdminPasswordChanged':
        return state && { ...state, ...event.data }
      case 'DataExported':
      case 'PersonExported':
      case 'SealedFieldsOpened':
        return state
    }
  },
}
