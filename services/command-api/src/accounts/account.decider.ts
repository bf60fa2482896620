import type { AccountEvent } from '@tba/events/accounts/events.ts'
import { type Decider, refuse } from '@tba/events/decider.ts'

type Registration = Extract<AccountEvent, { type: 'AccountRegistered' }>['data']

export type AccountCommand =
  | { type: 'RegisterAccount'; registration: Registration }
  | { type: 'AbandonRegistration' }

export type AccountState =
  | { status: 'unknown' | 'abandoned' }
  | { status: 'registered'; account: Registration; registeredAt: string }

export const accountDecider: Decider<AccountState, AccountCommand, AccountEvent, 'registered' | 'abandoned'> =
  {
    initial: { status: 'unknown' },
    decide(state, command) {
      switch (command.type) {
        case 'RegisterAccount':
          if (state.status !== 'unknown') return refuse(state.status)
          return [{ type: 'AccountRegistered', data: command.registration }]
        case 'AbandonRegistration':
          if (state.status === 'registered') return refuse('registered')
          return state.status === 'abandoned' ? [] : [{ type: 'RegistrationAbandoned', data: {} }]
      }
    },
    evolve(_state, event, recordedAt = '') {
      switch (event.type) {
        case 'AccountRegistered':
          return { status: 'registered', account: event.data, registeredAt: recordedAt }
        case 'RegistrationAbandoned':
          return { status: 'abandoned' }
      }
    },
  }
