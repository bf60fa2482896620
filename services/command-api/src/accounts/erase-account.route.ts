import { eraseAccount as body } from '@tba/events/accounts/commands.ts'
import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import { untilRefused } from '../until-refused.ts'
import { accountCommand, confirmedAccount } from './account-command.ts'
import { releaseAddress } from './release-address.ts'

/**
 * Erases the account and ends all its sessions. The address is released at once; where that fails, the job that the event
 * asks for does it, along with everything else that remains.
 */
export function eraseAccountRoute(app: App, deps: Deps) {
  const schema = {
    tags: ['accounts'],
    summary: 'Cancella l’account e i suoi dati',
    body,
    response: { 200: ok, 400: failure, 401: failure, 429: failure },
  }

  app.post('/api/user/erasure', { schema, onRequest: deps.signedIn }, async (request, reply) => {
    const { sub: accountId } = customerOf(request)
    const { email } = await confirmedAccount(deps, request, request.body.password)
    const { position } = await accountCommand(deps, request, { type: 'EraseAccount' })
    const context = contextOf(request, `customer:${accountId}`)
    await releaseAddress(deps, { accountId, email }, context).catch(err =>
      request.log.error({ err }, 'an erasure was left to its job'),
    )
    await untilRefused(deps.pool, 'sessions', position)
    reply.closeSession()
    reply.wrote(position)
    return { ok: true as const }
  })
}
