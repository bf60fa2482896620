import { type Decider, refuse } from '../decider.ts'
import type { UpdateProgress } from './commands.ts'
import type { SetupEvent, SetupStep } from './events.ts'
import { bots, depositEuro, type Plan } from './plans.ts'
import { decideProgress } from './progress.rules.ts'

type DataOf<T extends SetupEvent['type']> = Extract<SetupEvent, { type: T }>['data']

export type SetupCommand =
  | { type: 'ActivatePlan'; userId: number; plan: Plan }
  | { type: 'UpdateProgress'; changes: UpdateProgress }
  | { type: 'SaveCredentials'; credentials: DataOf<'CredentialsSaved'> }
  | { type: 'ActivateBot'; bot: DataOf<'BotActivated'> }

export type SetupRefusal = 'no-plan' | 'mt4-first' | 'deposit-too-small'

export type SetupState = {
  plan: Plan | null
  steps: ReadonlySet<SetupStep>
  brokerLink: string | null
  licenceKey: string | null
  screenshots: readonly string[]
  completedAt: string | null
  /** Ids of credentials and bots: what is made under an id is made once. */
  made: ReadonlySet<string>
  createdAt: string
  updatedAt: string
}

const initial: SetupState = {
  plan: null,
  steps: new Set(),
  brokerLink: null,
  licenceKey: null,
  screenshots: [],
  completedAt: null,
  made: new Set(),
  createdAt: '',
  updatedAt: '',
}

export const setupDecider: Decider<SetupState, SetupCommand, SetupEvent, SetupRefusal> = {
  initial,
  decide(state, command) {
    switch (command.type) {
      case 'ActivatePlan': {
        const { userId, plan } = command
        if (state.plan === plan) return []
        const type = state.plan ? 'PlanChanged' : 'PlanActivated'
        return [{ type, data: { userId, plan, depositEuro: depositEuro[plan] } }]
      }
      case 'UpdateProgress':
        return state.plan ? decideProgress(state, command.changes) : refuse('no-plan')
      case 'SaveCredentials': {
        const { credentials } = command
        return state.made.has(credentials.credentialsId)
          ? []
          : [{ type: 'CredentialsSaved', data: credentials }]
      }
      case 'ActivateBot': {
        if (state.made.has(command.bot.botId)) return []
        const budgetEuro = state.plan ? depositEuro[state.plan] : 0
        if (budgetEuro < bots[command.bot.botType].minimumEuro) return refuse('deposit-too-small')
        return [{ type: 'BotActivated', data: command.bot }]
      }
    }
  },
  evolve(before, event, recordedAt = '') {
    const state = { ...before, updatedAt: recordedAt }
    switch (event.type) {
      case 'PlanActivated':
        return { ...state, plan: event.data.plan, createdAt: recordedAt }
      case 'PlanChanged':
        return { ...state, plan: event.data.plan }
      case 'SetupStepCompleted':
        return { ...state, steps: state.steps.union(new Set([event.data.step])) }
      case 'SetupStepReopened':
        return { ...state, steps: state.steps.difference(new Set([event.data.step])), completedAt: null }
      case 'SetupNoted': {
        const { brokerLink = state.brokerLink, screenshots = state.screenshots } = event.data
        return { ...state, brokerLink, screenshots: screenshots ?? [] }
      }
      case 'LicenceIssued':
        return { ...state, licenceKey: event.data.licenceKey }
      case 'SetupCompleted':
        return { ...state, completedAt: recordedAt }
      // Rows of their own: they leave the progress's `updatedAt` alone.
      case 'CredentialsSaved':
        return { ...before, made: before.made.union(new Set([event.data.credentialsId])) }
      case 'BotActivated':
        return { ...before, made: before.made.union(new Set([event.data.botId])) }
    }
  },
}
