import { changePassword as body } from '@tba/events/accounts/commands.ts'
import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { repeatable } from '@tba/runtime/http/repeatable.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import type { Deps } from '../deps.ts'
import { withFixedAnswer } from '../idempotency.ts'
import { untilRefused } from '../until-refused.ts'
import { accountCommand, confirmedAccount } from './account-command.ts'

/** A new password ends every session but this one. */
export function changePasswordRoute(app: App, deps: Deps) {
  const schema = {
    ...repeatable,
    tags: ['accounts'],
    summary: 'Cambia la password e chiude le altre sessioni',
    body,
    response: { 200: ok, 400: failure, 401: failure, 429: failure },
  }

  app.put('/api/user/password', { schema, onRequest: deps.signedIn }, async (request, reply) => {
    const { sid } = customerOf(request)
    const change = withFixedAnswer(200, { ok: true as const }, async () => {
      const account = await confirmedAccount(deps, request, request.body.currentPassword)
      const passwordHash = await deps.passwords.hash(request.body.newPassword, request.ip)
      const instead = { passwordHash, insteadOf: account.passwordHash }
      const command = { type: 'ChangePassword', ...instead, by: 'customer', keepSession: sid } as const
      return (await accountCommand(deps, request, command)).position
    })
    const answer = await deps.idempotency.once({ request, reply }, change)
    await untilRefused(deps.pool, 'sessions', request.writtenPosition)
    return answer
  })
}
