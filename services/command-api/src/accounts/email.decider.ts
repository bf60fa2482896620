import type { EmailEvent } from '@tba/events/accounts/events.ts'
import { type Decider, refuse } from '@tba/events/decider.ts'

export type EmailCommand =
  | { type: 'ClaimEmail'; accountId: string }
  | { type: 'TakeOverEmail'; accountId: string; from: string }

export type EmailState = { heldBy: string | null }

/** One stream an address: whoever's claim is its newest, holds it. */
export const emailDecider: Decider<EmailState, EmailCommand, EmailEvent, 'claimed'> = {
  initial: { heldBy: null },
  decide(state, command) {
    const claimed: EmailEvent = { type: 'EmailClaimed', data: { accountId: command.accountId } }
    switch (command.type) {
      case 'ClaimEmail':
        return state.heldBy ? refuse('claimed') : [claimed]
      case 'TakeOverEmail':
        if (state.heldBy !== command.from) return refuse('claimed')
        return [{ type: 'EmailReleased', data: { accountId: command.from } }, claimed]
    }
  },
  evolve(_state, event) {
    switch (event.type) {
      case 'EmailClaimed':
        return { heldBy: event.data.accountId }
      case 'EmailReleased':
        return { heldBy: null }
    }
  },
}
