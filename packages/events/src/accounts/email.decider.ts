import { type Decider, noLogTime, refuse } from '../decider.ts'
import type { EmailEvent } from './events.ts'
import { type AskedLinks, isOpen, newLink, openLinks } from './letter-links.ts'

export type EmailCommand =
  | { type: 'ClaimEmail'; accountId: string }
  | { type: 'TakeOverEmail'; accountId: string; from: string }
  | { type: 'ReleaseEmail'; accountId: string }
  | { type: 'RequestPasswordReset'; resetId: string; at: Date }
  /** `passwordSince`: the log position of the account's current password; null: that of the registration. */
  | { type: 'UsePasswordReset'; resetId: string; at: Date; passwordSince: string | null }
  | { type: 'RequestErasure' }

type Reset = { resetId: string; expiresAt: string; position: string }
export type EmailState = { heldBy: string | null; resets: readonly Reset[] } & Pick<AskedLinks, 'requestedAt'>
export type EmailRefusal = 'claimed' | 'not-holder' | 'too-soon' | 'invalid-link'

/**
 * One stream per address. The account with the newest claim holds the address. Anybody may request a reset link, so a request
 * does not end earlier links. Each is valid for an hour, or until one of them is used.
 */
export const emailDecider: Decider<EmailState, EmailCommand, EmailEvent, EmailRefusal> = {
  initial: { heldBy: null, resets: [], requestedAt: null },
  decide(state, command) {
    switch (command.type) {
      case 'ClaimEmail':
        // A retry of the same registration.
        if (state.heldBy === command.accountId) return []
        return state.heldBy ? refuse('claimed') : [claimed(command)]
      case 'TakeOverEmail':
        return state.heldBy === command.from ? [released(command.from), claimed(command)] : refuse('claimed')
      case 'ReleaseEmail':
        return state.heldBy === command.accountId ? [released(command.accountId)] : refuse('not-holder')
      case 'RequestPasswordReset': {
        const { resetId, at } = command
        const link = newLink({ links: state.resets, requestedAt: state.requestedAt }, at)
        return link ? [{ type: 'PasswordResetRequested', data: { resetId, ...link } }] : refuse('too-soon')
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
  evolve(state, event, { recordedAt, position } = noLogTime) {
    switch (event.type) {
      case 'EmailClaimed':
        return { ...state, heldBy: event.data.accountId, resets: [] }
      case 'EmailReleased':
        return { ...state, heldBy: null, resets: [] }
      case 'PasswordResetRequested': {
        const resets = [...openLinks(state.resets, recordedAt), { ...event.data, position }]
        return { ...state, resets, requestedAt: recordedAt }
      }
      case 'PasswordResetUsed':
        return { ...state, resets: [] }
      case 'ErasureRequested':
        return state
    }
  },
}

/** A link from before the current password can only help an attacker. */
function isOlder({ position }: Reset, passwordSince: string | null): boolean {
  return passwordSince !== null && position < passwordSince
}

function claimed({ accountId }: { accountId: string }): EmailEvent {
  return { type: 'EmailClaimed', data: { accountId } }
}

const released = (accountId: string): EmailEvent => ({ type: 'EmailReleased', data: { accountId } })
