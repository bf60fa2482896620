import { type Decider, noLogTime, refuse } from '../decider.ts'
import type { UpdateProgress } from './commands.ts'
import { type SetupEvent, type SetupStep, setupStep } from './events.ts'
import { bots, depositEuro, type Plan } from './plans.ts'
import { columnOf } from './steps.ts'
import { type SavedCredentials, type StartedBot, savedCredentials, startedBot } from './views.ts'

type DataOf<T extends SetupEvent['type']> = Extract<SetupEvent, { type: T }>['data']

export type SetupCommand =
  | { type: 'ActivatePlan'; userId: number; plan: Plan }
  | { type: 'UpdateProgress'; changes: UpdateProgress }
  | { type: 'SaveCredentials'; credentials: DataOf<'CredentialsSaved'> }
  | { type: 'ActivateBot'; bot: DataOf<'BotActivated'> }

export type SetupRefusal = 'no-plan' | 'mt4-first' | 'deposit-too-small' | 'too-many'

export type SetupState = {
  plan: Plan | null
  steps: ReadonlySet<SetupStep>
  brokerLink: string | null
  licenceKey: string | null
  screenshots: readonly string[]
  completedAt: string | null
  /** A known id creates nothing: a retried command has the same id. */
  credentials: readonly SavedCredentials[]
  bots: readonly StartedBot[]
  createdAt: string
  updatedAt: string
}

/** The maximum of bots, and of credentials. A program could otherwise add so many that every list becomes slow. */
const maxItems = 1_000

const initial: SetupState = {
  plan: null,
  steps: new Set(),
  brokerLink: null,
  licenceKey: null,
  screenshots: [],
  completedAt: null,
  credentials: [],
  bots: [],
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
        if (state.credentials.some(({ id }) => id === credentials.credentialsId)) return []
        if (state.credentials.length >= maxItems) return refuse('too-many')
        return [{ type: 'CredentialsSaved', data: credentials }]
      }
      case 'ActivateBot': {
        if (state.bots.some(({ id }) => id === command.bot.botId)) return []
        const budgetEuro = state.plan ? depositEuro[state.plan] : 0
        if (budgetEuro < bots[command.bot.botType].minimumEuro) return refuse('deposit-too-small')
        if (state.bots.length >= maxItems) return refuse('too-many')
        return [{ type: 'BotActivated', data: command.bot }]
      }
    }
  },
  evolve(before, event, { recordedAt } = noLogTime) {
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
      // They change neither the progress nor its `updatedAt`.
      case 'CredentialsSaved':
        return { ...before, credentials: [...before.credentials, savedCredentials(event.data, recordedAt)] }
      case 'BotActivated':
        return { ...before, bots: [...before.bots, startedBot(event.data, recordedAt)] }
    }
  },
}

/** Steps may be sent one by one or together. Copy trading needs MT4, and is reopened with it. */
function decideProgress(state: SetupState, changes: UpdateProgress) {
  const steps = new Set(state.steps)
  for (const step of setupStep.options) {
    const sent = changes[columnOf[step]]
    if (sent === true) steps.add(step)
    if (sent === false) steps.delete(step)
  }
  if (!steps.has('mt4')) {
    if (changes[columnOf['copy-trading']]) return refuse('mt4-first')
    steps.delete('copy-trading')
  }
  return [...noteEvents(state, changes), ...licenceEvents(state, changes), ...stepEvents(state, steps)]
}

function noteEvents(state: SetupState, changes: UpdateProgress): SetupEvent[] {
  const { step1_broker_link: brokerLink, step3_screenshots: screenshots } = changes
  const linkChanged = brokerLink !== undefined && brokerLink !== state.brokerLink
  const filesChanged =
    screenshots !== undefined && JSON.stringify(screenshots) !== JSON.stringify(state.screenshots)
  if (!linkChanged && !filesChanged) return []
  return [
    {
      type: 'SetupNoted',
      data: { ...(linkChanged && { brokerLink }), ...(filesChanged && { screenshots }) },
    },
  ]
}

/** The first licence key stays: the customer may have copied it. */
function licenceEvents(state: SetupState, { step2_license_key: licenceKey }: UpdateProgress): SetupEvent[] {
  return licenceKey && !state.licenceKey ? [{ type: 'LicenceIssued', data: { licenceKey } }] : []
}

function stepEvents(state: SetupState, steps: ReadonlySet<SetupStep>): SetupEvent[] {
  const events: SetupEvent[] = []
  for (const step of setupStep.options) {
    if (steps.has(step) && !state.steps.has(step)) events.push({ type: 'SetupStepCompleted', data: { step } })
    if (!steps.has(step) && state.steps.has(step)) events.push({ type: 'SetupStepReopened', data: { step } })
  }
  const complete = steps.size === setupStep.options.length && state.steps.size < setupStep.options.length
  return complete ? [...events, { type: 'SetupCompleted', data: {} }] : events
}
