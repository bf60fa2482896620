import { updateProfile as body } from '@tba/events/accounts/profile.ts'
import { type User, user } from '@tba/events/accounts/views.ts'
import { loadUntil } from '@tba/runtime/commands/load.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import type { Deps } from '../deps.ts'
import type { Work } from '../idempotency.ts'
import { accountCommand } from './account-command.ts'
import { userOf } from './user.answer.ts'

export function profileRoute(app: App, deps: Deps) {
  const schema = {
    ...repeatable,
    tags: ['accounts'],
    summary: 'Aggiorna il profilo',
    body,
    response: { 200: user },
  }

  app.put('/api/user/profile', { schema, onRequest: deps.signedIn }, (request, reply) => {
    const id = customerOf(request).sub
    const work: Work<User> = {
      status: 200,
      async run() {
        const command = { type: 'UpdateProfile', changes: request.body } as const
        const { state, revision, position } = await accountCommand(deps, request, command)
        return { answer: userOf(state), revision, position }
      },
      again: async ({ revision }) =>
        userOf((await loadUntil({ log: deps.log, category: 'account', id }, { revision })).state),
    }
    return deps.idempotency.once({ request, reply }, work)
  })
}
