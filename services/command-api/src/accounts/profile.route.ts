import { updateProfile as body } from '@tba/events/accounts/profile.ts'
import { user } from '@tba/events/accounts/views.ts'
import { failure } from '@tba/events/failure.ts'
import type { App } from '@tba/runtime/http/edge.ts'
import { requireCustomer } from '@tba/runtime/http/session.ts'
import type { Deps } from '../deps.ts'
import { accountCommand } from './account-command.ts'
import { isLive } from './live-session.ts'
import { userOf } from './user.answer.ts'

export function profileRoute(app: App, deps: Deps) {
  const schema = { body, response: { 200: user, 401: failure } }
  const onRequest = requireCustomer(isLive(deps.log))

  app.put('/api/user/profile', { schema, onRequest }, async (request, reply) => {
    const command = { type: 'UpdateProfile', changes: request.body } as const
    const { state, position } = await accountCommand(deps, request, command)
    reply.wrote(position)
    return userOf(state)
  })
}
