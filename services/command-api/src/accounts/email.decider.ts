import type { EmailEvent } from '@tba/events/accounts/events.ts'
import { type Decider, refuse } from '@tba/events/decider.ts'

export type EmailCommand =
  | { type: 'ClaimEmail'; accountId: string }
  | { type: 'TakeOverEmail'; accountId: string; from: string }
  | { type: 'ReleaseEmail'; accountId: string }
  | { type: 'RequestPasswordReset'; resetId: string; at: Date }
  | { type: 'UsePasswordReset'; resetId: string; at: Date }
  | { type: 'RequestErasure' }

type Reset = { resetId: string; expiresAt: string; used: boolean }
export type EmailState = { heldBy: string | null; reset: Reset | null; requestedAt: string | null }
export type EmailRefusal = 'claimed' | 'not-holder' | 'too-soon' | 'invalid-link'

export const resetMinutes = 60
/** Nobody's mailbox is to be filled from outside. */
const betweenRequestsMs = 60_000

/** One stream an address: whoever's claim is its newest, holds it. A newer reset link ends the older one. */
export const emailDecider: Decider<EmailState, EmailCommand, EmailEvent, EmailRefusal> = {
  initial: { heldBy: null, reset: null, requestedAt: null },
  decide(state, command) {
    switch (command.type) {
      case 'ClaimEmail':
        // Taken up again by the registration that has it already.
        if (state.heldBy === command.accountId) return []
        return state.heldBy ? refuse('claimed') : [claimed(command)]
      case 'TakeOverEmail':
        return state.heldBy === command.from ? [released(command.from), claimed(command)] : refuse('claimed')
      case 'ReleaseEmail':
        return state.heldBy === command.accountId ? [released(command.accountId)] : refuse('not-holder')
      case 'RequestPasswordReset': {
        const { resetId, at } = command
        if (state.requestedAt && at.getTime() - Date.parse(state.requestedAt) < betweenRequestsMs) {
          return refuse('too-soon')
        }
        const expiresAt = new Date(at.getTime() + resetMinutes * 60_000).toISOString()
        return [{ type: 'PasswordResetRequested', data: { resetId, expiresAt } }]
      }
      case 'UsePasswordReset': {
        const { resetId, at } = command
        const { reset } = state
        const valid = reset?.resetId === resetId && !reset.used && Date.parse(reset.expiresAt) > at.getTime()
        return valid ? [{ type: 'PasswordResetUsed', data: { resetId } }] : refuse('invalid-link')
      }
      case 'RequestErasure':
        return [{ type: 'ErasureRequested', data: {} }]
    }
  },
  evolve(state, event, recordedAt = '') {
    switch (event.type) {
      case 'EmailClaimed':
        return { ...state, heldBy: event.data.accountId, reset: null }
      case 'EmailReleased':
        return { ...state, heldBy: null, reset: null }
      case 'PasswordResetRequested':
        return { ...state, reset: { ...event.data, used: false }, requestedAt: recordedAt }
      case 'PasswordResetUsed':
        return { ...state, reset: state.reset && { ...state.reset, used: true } }
      case 'ErasureRequested':
        return state
    }
  },
}

function claimed({ accountId }: { accountId: string }): EmailEvent {
  return { type: 'EmailClaimed', data: { accountId } }
}

function released(accountId: string): EmailEvent {
  return { type: 'EmailReleased', data: { accountId } }
}
