import { randomUUID } from 'node:crypto'
import { failure } from '@tba/events/failure.ts'
import { activateBot as body } from '@tba/events/setup/commands.ts'
import { bot } from '@tba/events/setup/views.ts'
import type { App } from '@tba/runtime/http/edge.ts'
import { customerOf, requireCustomer } from '@tba/runtime/http/session.ts'
import { isLive } from '../accounts/live-session.ts'
import type { Deps } from '../deps.ts'
import { setupCommand } from './setup-command.ts'

export function activateBotRoute(app: App, deps: Deps) {
  const schema = { body, response: { 201: bot, 401: failure, 409: failure } }
  const onRequest = requireCustomer(isLive(deps.log))

  app.post('/api/user/bots', { schema, onRequest }, async (request, reply) => {
    const { botType, strategyName, allocatedAmount } = request.body
    const botId = randomUUID()
    const activated = {
      botId,
      userId: customerOf(request).uid,
      botType,
      strategyName,
      allocatedEuro: allocatedAmount,
    }
    const { recorded, position } = await setupCommand(deps, request, { type: 'ActivateBot', bot: activated })
    reply.wrote(position)
    const at = recorded[0]?.recordedAt ?? ''
    return reply.code(201).send({
      id: botId,
      botType,
      strategyName,
      status: 'active' as const,
      allocatedAmount,
      profitToday: 0,
      totalProfit: 0,
      tradesCount: 0,
      successRate: 0,
      createdAt: at,
      updatedAt: at,
    })
  })
}
