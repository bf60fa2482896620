import { changePassword as body } from '@tba/events/accounts/commands.ts'
import { ok } from '@tba/events/ok.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import type { Deps } from '../deps.ts'
import { plainly } from '../idempotency.ts'
import { accountCommand, confirmedAccount } from './account-command.ts'

/** A new password ends every session but this one. */
export function changePasswordRoute(app: App, deps: Deps) {
  const schema = {
    ...repeatable,
    tags: ['accounts'],
    summary: 'Cambia la password e chiude le altre sessioni',
    body,
    response: { 200: ok },
  }

  app.put('/api/user/password', { schema, onRequest: deps.signedIn }, (request, reply) => {
    const { sid } = customerOf(request)
    const change = plainly(200, async () => {
      const account = await confirmedAccount(deps, request, request.body.currentPassword)
      const passwordHash = await deps.passwords.hash(request.body.newPassword, request.ip)
      const instead = { passwordHash, insteadOf: account.passwordHash }
      const command = { type: 'ChangePassword', ...instead, by: 'customer', keepSession: sid } as const
      return accountCommand(deps, request, command)
    })
    return deps.idempotency.once({ request, reply }, { ...change, endsSessions: true })
  })
}
