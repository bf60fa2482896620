import { activatePlan as body } from '@tba/events/setup/commands.ts'
import { progress } from '@tba/events/setup/views.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
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
    response: { 201: progress },
  }

  app.post('/api/user/progress', { schema, onRequest: deps.signedIn }, (request, reply) => {
    const { uid: userId } = customerOf(request)
    const { plan } = request.body
    const command = () => ({ type: 'ActivatePlan', userId, plan }) as const
    return setupCommand(deps, { request, reply, status: 201, command, answer: progressOf })
  })
}
