import { type Decider, nowhere, refuse } from '../decider.ts'
import type { EmailEvent } from './events.ts'

export type EmailCommand =
  | { type: 'ClaimEmail'; accountId: string }
  | { type: 'TakeOverEmail'; accountId: string; from: string }
  | { type: 'ReleaseEmail'; accountId: string }
  | { type: 'RequestPasswordReset'; resetId: string; at: Date }
  /** `passwordSince`: where in the log the account got the password that it has; null: with its registration. */
  | { type: 'UsePasswordReset'; resetId: string; at: Date; passwordSince: string | null }
  | { type: 'RequestErasure' }

type Reset = { resetId: string; expiresAt: string; position: string }
export type EmailState = { heldBy: string | null; resets: readonly Reset[]; requestedAt: string | null }
export type EmailRefusal = 'claimed' | 'not-holder' | 'too-soon' | 'invalid-link'

export const resetMinutes = 60
/** The least time between two requests: nobody shall fill another person's mailbox, or the list of open links. */
const betweenRequestsMs = 60_000

/**
 * One stream per address; the account with the newest claim holds the address. Anybody may ask for a reset link, so a
 * request does not end the earlier links: each is valid for an hour, or until one of them is used.
 */
export const emailDecider: Decider<EmailState, EmailCommand, EmailEvent, EmailRefusal> = {
  initial: { heldBy: null, resets: [], requestedAt: null },
  decide(state, command) {
    switch (command.type) {
      case 'ClaimEmail':
        // The same registration, repeated.
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
        const { resetId, at, passwordSince } = command
        const reset = state.resets.find(open => open.resetId === resetId)
        const valid = reset && isOpen(reset, at.getTime()) && !isOlder(reset, passwordSince)
        return valid ? [{ type: 'PasswordResetUsed', data: { resetId } }] : refuse('invalid-link')
      }
      case 'RequestErasure':
        return [{ type: 'ErasureRequested', data: {} }]
    }
  },
  evolve(state, event, { recordedAt, position } = nowhere) {
    switch (event.type) {
      case 'EmailClaimed':
        return { ...state, heldBy: event.data.accountId, resets: [] }
      case 'EmailReleased':
        return { ...state, heldBy: null, resets: [] }
      case 'PasswordResetRequested': {
        const open = state.resets.filter(reset => isOpen(reset, Date.parse(recordedAt)))
        const requested = { ...event.data, position }
        return { ...state, resets: [...open, requested], requestedAt: recordedAt }
      }
      case 'PasswordResetUsed':
        return { ...state, resets: [] }
      case 'ErasureRequested':
        return state
    }
  },
}

function isOpen({ expiresAt }: Reset, atMs: number): boolean {
  return !(Date.parse(expiresAt) <= atMs)
}

/** After a newer password the link only helps somebody who should not have it. */
function isOlder({ position }: Reset, passwordSince: string | null): boolean {
  return passwordSince !== null && position < passwordSince
}

function claimed({ accountId }: { accountId: string }): EmailEvent {
  return { type: 'EmailClaimed', data: { accountId } }
}

function released(accountId: string): EmailEvent {
  return { type: 'EmailReleased', data: { accountId } }
}
