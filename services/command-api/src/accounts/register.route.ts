import { register as body } from '@tba/events/accounts/commands.ts'
import { user } from '@tba/events/accounts/views.ts'
import { failure } from '@tba/events/failure.ts'
import { tokenBucket } from '@tba/runtime/http/bucket.ts'
import type { App } from '@tba/runtime/http/edge.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { limit } from '@tba/runtime/http/limit.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import { openSession } from './open-session.ts'
import { register } from './register.ts'
import { userOf } from './user.answer.ts'

export function registerRoute(app: App, deps: Deps) {
  const bucket = tokenBucket({ capacity: 1000, refillPerSecond: 1 })
  const schema = { body, response: { 201: user, 409: failure } }

  app.post('/api/register', { schema, onRequest: limit(bucket) }, async (request, reply) => {
    const context = (accountId: string) => contextOf(request, `customer:${accountId}`)
    const registered = await register(deps, { body: request.body, context })
    if ('refused' in registered) throw new HttpFailure(409, 'Email già registrata')

    const { accountId, state } = registered
    const answer = userOf(state)
    const { claims, position } = await openSession(
      deps.log,
      { accountId, userId: answer.id, ip: request.ip, userAgent: request.headers['user-agent'] },
      context(accountId),
    )
    reply.openSession(claims)
    reply.wrote(position)
    return reply.code(201).send(answer)
  })
}
