import { type Decider, refuse } from '../decider.ts'
import type { AdminEvent } from './events.ts'

/** A code that was right: the 30 seconds that it is of, or its place in the list of recovery codes. */
export type Proof = { step: number } | { recoveryCode: number }

export type AdminCommand =
  | { type: 'EnrolTotp'; secret: string }
  /** `secret`: whose code it was. */
  | { type: 'ConfirmTotp'; secret: string | null; step: number; recoveryHashes: string[] }
  | { type: 'UseCode'; proof: Proof }
  /** Null: an operator does it, who has shown in another way who they are. */
  | { type: 'RemoveTotp'; proof: Proof | null }

export type SecondFactor = {
  secret: string | null
  isConfirmed: boolean
  /** Of the newest code that was used: it and those before it are used up. */
  lastStep: number
  recoveryHashes: readonly string[]
  /** Their places in the list. */
  usedRecoveryCodes: readonly number[]
}
export type AdminState = { secondFactor: SecondFactor | null }

/** What an account of the console keeps beside its password. */
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
        return become({ isConfirmed: true, lastStep, recoveryHashes: recoveryHashes ?? [] })
      }
      case 'AdminCodeUsed':
        return become({ lastStep: event.data.step })
      case 'AdminRecoveryCodeUsed': {
        const used = secondFactor?.usedRecoveryCodes ?? []
        return become({ usedRecoveryCodes: [...used, event.data.recoveryCode] })
      }
      case 'AdminTotpRemoved':
        return { secondFactor: null }
      case 'DataExported':
      case 'PersonExported':
      case 'SealedFieldsOpened':
        return state
    }

    function become(changed: Partial<SecondFactor>): AdminState {
      return { secondFactor: secondFactor && { ...secondFactor, ...changed } }
    }
  },
}

function isUnused({ lastStep, usedRecoveryCodes }: SecondFactor, proof: Proof): boolean {
  return 'step' in proof ? proof.step > lastStep : !usedRecoveryCodes.includes(proof.recoveryCode)
}
