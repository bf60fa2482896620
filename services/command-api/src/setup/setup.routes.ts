import { activateBot, activatePlan, saveCredentials, updateProgress } from '@tba/events/setup/commands.ts'
import { depositEuro } from '@tba/events/setup/plans.ts'
import type { SetupState } from '@tba/events/setup/setup.decider.ts'
import { columnsOf } from '@tba/events/setup/steps.ts'
import {
  bot,
  credentials,
  type Progress,
  progress,
  shownBot,
  shownCredentials,
} from '@tba/events/setup/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { sealSecret } from '@tba/runtime/sealing/secret.ts'
import { customerRoutes } from '../customer-routes.ts'
import type { Deps } from '../deps.ts'

export function setupRoutes(app: App, deps: Deps) {
  const route = customerRoutes(
    app,
    deps,
    { tag: 'setup', kind: 'setup' },
    {
      'no-plan': 'Scegli prima un piano',
      'mt4-first': 'Completa prima l’autenticazione MT4/MT5',
      'deposit-too-small': 'Deposito insufficiente',
      'too-many': 'Hai già raggiunto il numero massimo',
    },
  )

  route({
    method: 'POST',
    url: '/api/user/progress',
    status: 201,
    summary: 'Attiva un piano, o passa a un altro',
    body: activatePlan,
    view: progress,
    command: ({ plan }, { uid: userId }) => ({ type: 'ActivatePlan', userId, plan }),
    answer: progressOf,
  })

  route({
    method: 'PUT',
    url: '/api/user/progress',
    status: 200,
    summary: 'Segna o riapre i passi della configurazione',
    body: updateProgress,
    view: progress,
    command: changes => ({ type: 'UpdateProgress', changes }),
    answer: progressOf,
  })

  route({
    method: 'POST',
    url: '/api/user/mt4-credentials',
    status: 201,
    summary: 'Salva le credenziali MT4 o MT5',
    body: saveCredentials,
    view: credentials,
    command({ password: plain, ...shown }, { sub, uid: userId }, credentialsId) {
      const password = sealSecret(deps.secrets.broker, plain, sub)
      return { type: 'SaveCredentials', credentials: { credentialsId, userId, ...shown, password } }
    },
    answer: (state, credentialsId) => shownCredentials(createdIn(state.credentials, credentialsId)),
  })

  route({
    method: 'POST',
    url: '/api/user/bots',
    status: 201,
    summary: 'Attiva un bot',
    body: activateBot,
    view: bot,
    command: ({ botType, strategyName, allocatedAmount: allocatedEuro }, { uid: userId }, botId) => ({
      type: 'ActivateBot',
      bot: { botId, userId, botType, strategyName, allocatedEuro },
    }),
    answer: (state, botId) => shownBot(createdIn(state.bots, botId)),
  })
}

/** The progress, as the query-api answers once the events are projected. */
function progressOf(state: SetupState): Progress {
  if (!state.plan) throw new Error('a progress was asked for before there was a plan')
  return {
    plan: state.plan,
    deposit: depositEuro[state.plan],
    ...columnsOf(state.steps),
    step1_broker_link: state.brokerLink,
    step2_license_key: state.licenceKey,
    step3_screenshots: [...state.screenshots],
    completedAt: state.completedAt,
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
  }
}

/** The row that a command has created. @throws {Error} if it is missing */
function createdIn<Row extends { id: string }>(rows: readonly Row[], id: string): Row {
  const found = rows.find(row => row.id === id)
  if (!found) throw new Error(`nothing was created under the id ${id}`)
  return found
}
