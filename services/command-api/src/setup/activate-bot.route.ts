import { activateBot as body } from '@tba/events/setup/commands.ts'
import { bot, shownBot } from '@tba/events/setup/views.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import type { Deps } from '../deps.ts'
import { madeIn, setupCommand } from './setup-command.ts'

export function activateBotRoute(app: App, deps: Deps) {
  const schema = {
    ...repeatable,
    tags: ['setup'],
    summary: 'Attiva un bot',
    body,
    response: { 201: bot },
  }

  app.post('/api/user/bots', { schema, onRequest: deps.signedIn }, (request, reply) => {
    const { uid: userId } = customerOf(request)
    const { botType, strategyName, allocatedAmount: allocatedEuro } = request.body
    const asked = { userId, botType, strategyName, allocatedEuro }
    return setupCommand(deps, {
      request,
      reply,
      status: 201,
      command: botId => ({ type: 'ActivateBot', bot: { botId, ...asked } }),
      answer: (state, botId) => shownBot(madeIn(state.bots, botId)),
    })
  })
}
