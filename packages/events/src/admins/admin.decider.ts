import { type Decider, type LogTime, noLogTime, refuse } from '../decider.ts'
import type { AdminEvent, ConsoleFailure } from './events.ts'

/** A correct code: its 30-second step, or its index in the list of recovery codes. */
export type Proof = { step: number } | { recoveryCode: number }

export type AdminCommand =
  | { type: 'EnrolTotp'; secret: string; sessionId: string }
  /** `secret`: the secret of the code. */
  | {
      type: 'ConfirmTotp'
      secret: string | null
      step: number
      recoveryHashes: string[]
      sessionId: string
      at: Date
    }
  | { type: 'UseCode'; proof: Proof }
  /** Null: an operator, who has proved their identity in another way. */
  | { type: 'RemoveTotp'; proof: Proof | null }
  | { type: 'RecordFailures'; failure: ConsoleFailure; hour: string; further: number | null }
  | { type: 'WarnAdmin'; at: Date }

export type SecondFactor = {
  secret: string | null
  isConfirmed: boolean
  /** Until it is confirmed: by whom, and when. */
  enrolled: { sessionId: string | null; at: string }
  /** The step of the newest used code. It and earlier ones are used up. */
  lastStep: number
  recoveryHashes: readonly string[]
  /** Their indexes in the list. */
  usedRecoveryCodes: readonly number[]
}
export type AdminState = {
  secondFactor: SecondFactor | null
  /** By type and part of the hour: the newest hour that is recorded. A retry records nothing. */
  failures: Readonly<Record<string, string>>
  warnedAt: string
}
export type AdminRefusal = 'enrolled' | 'absent' | 'used' | 'expired'

const pendingMs = 10 * 60_000
const betweenWarningsMs = 3_600_000

/** The second factor of a console account, and what failed at the account. */
export const adminDecider: Decider<AdminState, AdminCommand, AdminEvent, AdminRefusal> = {
  initial: { secondFactor: null, failures: {}, warnedAt: '' },
  decide({ secondFactor, failures, warnedAt }, command) {
    switch (command.type) {
      case 'EnrolTotp':
        if (secondFactor?.isConfirmed) return refuse('enrolled')
        return [{ type: 'AdminTotpEnrolled', data: { secret: command.secret, sessionId: command.sessionId } }]
      case 'ConfirmTotp': {
        const { secret, step, recoveryHashes, sessionId, at } = command
        if (!secondFactor) return refuse('absent')
        if (secondFactor.isConfirmed) return refuse('enrolled')
        if (secondFactor.secret !== secret) return refuse('used')
        const { enrolled } = secondFactor
        const isPending = at.getTime() - Date.parse(enrolled.at) < pendingMs
        if (!isPending || enrolled.sessionId !== sessionId) return refuse('expired')
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
      case 'RecordFailures': {
        const { failure: type, hour, further } = command
        const data = { hour, further }
        return (failures[partOf(type, data)] ?? '') >= data.hour ? [] : [{ type, data }]
      }
      case 'WarnAdmin':
        if (command.at.getTime() - Date.parse(warnedAt) < betweenWarningsMs) return []
        return [{ type: 'AdminWarned', data: {} }]
    }
  },
  evolve(state, event, { recordedAt }: LogTime = noLogTime) {
    const { secondFactor } = state
    switch (event.type) {
      case 'AdminTotpEnrolled': {
        const { secret, sessionId } = event.data
        const unused = { lastStep: 0, recoveryHashes: [], usedRecoveryCodes: [] }
        const enrolled = { sessionId, at: recordedAt }
        return { ...state, secondFactor: { secret, isConfirmed: false, enrolled, ...unused } }
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
        return { ...state, secondFactor: null }
      case 'AdminSignInFailed':
      case 'AdminCodeFailed':
      case 'AdminCallRefused':
        return {
          ...state,
          failures: { ...state.failures, [partOf(event.type, event.data)]: event.data.hour },
        }
      case 'AdminWarned':
        return { ...state, warnedAt: recordedAt }
      case 'DataExported':
      case 'PersonExported':
      case 'SealedFieldsOpened':
      case 'QueryAsked':
        return state
    }

    function withFactor(changed: Partial<SecondFactor>): AdminState {
      return { ...state, secondFactor: secondFactor && { ...secondFactor, ...changed } }
    }
  },
}

const partOf = (type: ConsoleFailure, { further }: { further: number | null }) =>
  `${type} ${further === null ? 'first' : 'further'}`

function isUnused({ lastStep, usedRecoveryCodes }: SecondFactor, proof: Proof): boolean {
  return 'step' in proof ? proof.step > lastStep : !usedRecoveryCodes.includes(proof.recoveryCode)
}
