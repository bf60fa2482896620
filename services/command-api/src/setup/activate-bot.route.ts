import { failure } from '@tba/events/failure.ts'
import { activateBot as body } from '@tba/events/setup/commands.ts'
import { bot, shownBot } from '@tba/events/setup/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { repeatable } from '@tba/runtime/http/repeatable.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import type { Deps } from '../deps.ts'
import { madeIn, setupCommand } from './setup-command.ts'

export function activateBotRoute(app: App, deps: Deps) {
  const schema = {
    ...repeatable,
    tags: ['setup'],
    summary: 'Attiva un bot',
    body,
    response: { 201: bot, 401: failure, 409: failure },
  }

  app.post('/api/user/bots', { schema, onRequest: deps.signedIn }, async (request, reply) => {
    const { uid: userId } = customerOf(request)
    const { botType, strategyName, allocatedAmount: allocatedEuro } = request.body
    const work = setupCommand(deps, request, {
      command(botId) {
        return { type: 'ActivateBot', bot: { botId, userId, botType, strategyName, allocatedEuro } }
      },
      answer: (state, botId) => shownBot(madeIn(state.bots, botId)),
    })
    const answer = await deps.idempotency.once({ request, reply }, { status: 201, ...work })
    return reply.code(201).send(answer)
  })
}
