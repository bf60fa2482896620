import { type Decider, refuse } from '../decider.ts'
import type { AdminEvent } from './events.ts'

/** A correct code: its 30-second step, or its index in the list of recovery codes. */
export type Proof = { step: number } | { recoveryCode: number }

export type AdminCommand =
  | { type: 'EnrolTotp'; secret: string }
  /** `secret`: the secret of the code. */
  | { type: 'ConfirmTotp'; secret: string | null; step: number; recoveryHashes: string[] }
  | { type: 'UseCode'; proof: Proof }
  /** Null: an operator, who has proved their identity in another way. */
  | { type: 'RemoveTotp'; proof: Proof | null }

export type SecondFactor = {
  secret: string | null
  isConfirmed: boolean
  /** The step of the newest used code. It and earlier ones are used up. */
  lastStep: number
  recoveryHashes: readonly string[]
  /** Their indexes in the list. */
  usedRecoveryCodes: readonly number[]
}
export type AdminState = { secondFactor: SecondFactor | null }

/** The second factor of a console account. */
export const adminDecider: Decider<AdminState, AdminCommand, AdminEvent, 'enrolled' | 'absent' | 'used'> = {
  initial: { secondFactor: null },
  decide({ secondFactor }, command) {
    switch (command.type) {
      case 'EnrolTotp':
        if (secondFactor?.isConfirmed) return refuse('enrolled')
        return [{ type: 'AdminTotpEnrolled', data: { secret: command.secret } }]
      case 'ConfirmTotp': {
        const { secret, step, recoveryHashes } = command
        if (!secondFactor) return refuse('absent')
        if (secondFactor.isConfirmed) return refuse('enrolled')
        if (secondFactor.secret !== secret) return refuse('used')
        return [{ type: 'AdminTotpConfirmed', data: { step, recoveryHashes } }]
      }
      case 'UseCode': {
        const { proof } = command
        if (!secondFactor?.isConfirmed || !isUnused(secondFactor, proof)) return refuse('used')
        return 'step' in proof
          ? [{ type: 'AdminCodeUsed', data: proof }]
          : [{ type: 'AdminRecoveryCodeUsed', data: proof }]
      }
      case 'RemoveTotp': {
        const { proof } = command
        if (!secondFactor) return refuse('absent')
        if (proof && !isUnused(secondFactor, proof)) return refuse('used')
        return [{ type: 'AdminTotpRemoved', data: {} }]
      }
    }
  },
  evolve(state, event) {
    const { secondFactor } = state
    switch (event.type) {
      case 'AdminTotpEnrolled': {
        const { secret } = event.data
        const unused = { lastStep: 0, recoveryHashes: [], usedRecoveryCodes: [] }
        return { secondFactor: { secret, isConfirmed: false, ...unused } }
      }
      case 'AdminTotpConfirmed': {
        const { step: lastStep, recoveryHashes } = event.data
        return withFactor({ isConfirmed: true, lastStep, recoveryHashes: recoveryHashes ?? [] })
      }
      case 'AdminCodeUsed':
        return withFactor({ lastStep: event.data.step })
      case 'AdminRecoveryCodeUsed': {
        const used = secondFactor?.usedRecoveryCodes ?? []
        return withFactor({ usedRecoveryCodes: [...used, event.data.recoveryCode] })
      }
      case 'AdminTotpRemoved':
        return { secondFactor: null }
      case 'DataExported':
      case 'PersonExported':
      case 'SealedFieldsOpened':
        return state
    }

    function withFactor(changed: Partial<SecondFactor>): AdminState {
      return { secondFactor: secondFactor && { ...secondFactor, ...changed } }
    }
  },
}

function isUnused({ lastStep, usedRecoveryCodes }: SecondFactor, proof: Proof): boolean {
  return 'step' in proof ? proof.step > lastStep : !usedRecoveryCodes.includes(proof.recoveryCode)
}
