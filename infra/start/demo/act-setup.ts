import * as commands from '@tba/events/setup/commands.ts'
import { depositEuro } from '@tba/events/setup/plans.ts'
import type { SetupCommand } from '@tba/events/setup/setup.decider.ts'
import { sealSecret } from '@tba/runtime/sealing/secret.ts'
import { type Acting, mustExecute, type Scene, signedInOf } from './scene.ts'
import { contextOf, type Stage } from './stage.ts'
import type { SignedIn } from './visit.ts'

export const activatePlan: Acting<'plan'> = (stage, scene, { plan }) => {
  commands.activatePlan.parse({ plan, deposit: depositEuro[plan], status: 'active' })
  return ofSetup(stage, scene, ({ userId }) => ({ type: 'ActivatePlan', userId, plan }))
}

export const updateProgress: Acting<'progress'> = (stage, scene, { changes }) => {
  const parsed = commands.updateProgress.parse(changes)
  return ofSetup(stage, scene, () => ({ type: 'UpdateProgress', changes: parsed }))
}

export const saveCredentials: Acting<'credentials'> = (stage, scene, { credentialsId, body }) => {
  const { password, ...shown } = commands.saveCredentials.parse(body)
  return ofSetup(stage, scene, ({ accountId, userId }) => {
    const sealed = sealSecret(stage.secrets.broker, password, accountId)
    return { type: 'SaveCredentials', credentials: { credentialsId, userId, ...shown, password: sealed } }
  })
}

export const activateBot: Acting<'bot'> = (stage, scene, { botId, body }) => {
  const { botType, strategyName, allocatedAmount } = commands.activateBot.parse(body)
  return ofSetup(stage, scene, ({ userId }) => {
    const bot = { botId, userId, botType, strategyName, allocatedEuro: allocatedAmount }
    return { type: 'ActivateBot', bot }
  })
}

type CommandOf = (customer: SignedIn) => SetupCommand

/** As the routes do: on the caller's own setup. */
function ofSetup({ log }: Stage, scene: Scene, commandOf: CommandOf) {
  const { visit, visitor } = scene
  const customer = signedInOf(scene)
  const context = contextOf(visit.id, visitor.consent)
  return mustExecute({ log, context }, customer.accountId, commandOf(customer))
}
