import { failure } from '@tba/events/failure.ts'
import { activateBot as body } from '@tba/events/setup/commands.ts'
import { type ActiveBot, bot } from '@tba/events/setup/views.ts'
import type { App } from '@tba/runtime/http/edge.ts'
import { repeatable } from '@tba/runtime/http/repeatable.ts'
import { customerOf, requireCustomer } from '@tba/runtime/http/session.ts'
import { isLive } from '../accounts/live-session.ts'
import type { Deps } from '../deps.ts'
import { recordedFor } from './recorded.ts'
import { setupCommand } from './setup-command.ts'

export function activateBotRoute(app: App, deps: Deps) {
  const schema = {
    ...repeatable,
    tags: ['setup'],
    summary: 'Attiva un bot',
    body,
    response: { 201: bot, 401: failure, 409: failure },
  }
  const onRequest = requireCustomer(isLive(deps.log))

  app.post('/api/user/bots', { schema, onRequest }, async (request, reply) => {
    const { sub, uid } = customerOf(request)
    const { botType, strategyName, allocatedAmount } = request.body
    const answer = await deps.idempotency.once<ActiveBot>(
      { request, reply },
      {
        status: 201,
        async run(botId) {
          const activated = { botId, userId: uid, botType, strategyName, allocatedEuro: allocatedAmount }
          const command = { type: 'ActivateBot', bot: activated } as const
          const { revision, position } = await setupCommand(deps, request, command)
          return { answer: await botOf(deps, sub, botId), revision, position }
        },
        again: ({ seed }) => botOf(deps, sub, seed),
      },
    )
    return reply.code(201).send(answer)
  })
}

async function botOf({ log }: Deps, accountId: string, id: string): Promise<ActiveBot> {
  const { data, recordedAt } = await recordedFor(log, accountId, { type: 'BotActivated', id })
  return {
    id,
    botType: data.botType,
    strategyName: data.strategyName,
    status: 'active',
    allocatedAmount: data.allocatedEuro,
    profitToday: 0,
    totalProfit: 0,
    tradesCount: 0,
    successRate: 0,
    createdAt: recordedAt,
    updatedAt: recordedAt,
  }
}
