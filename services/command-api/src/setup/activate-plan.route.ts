import { failure } from '@tba/events/failure.ts'
import { activatePlan as body } from '@tba/events/setup/commands.ts'
import { progress } from '@tba/events/setup/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { repeatable } from '@tba/runtime/http/repeatable.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import type { Deps } from '../deps.ts'
import { progressOf } from './progress.answer.ts'
import { setupCommand } from './setup-command.ts'

export function activatePlanRoute(app: App, deps: Deps) {
  const schema = {
    ...repeatable,
    tags: ['setup'],
    summary: 'Attiva un piano, o passa a un altro',
    body,
    response: { 201: progress, 401: failure },
  }

  app.post('/api/user/progress', { schema, onRequest: deps.signedIn }, async (request, reply) => {
    const { uid } = customerOf(request)
    const { plan } = request.body
    const work = setupCommand(deps, request, {
      command: () => ({ type: 'ActivatePlan', userId: uid, plan }),
      answer: progressOf,
    })
    const answer = await deps.idempotency.once({ request, reply }, { status: 201, ...work })
    return reply.code(201).send(answer)
  })
}
