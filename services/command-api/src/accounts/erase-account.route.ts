import { eraseAccount as body } from '@tba/events/accounts/commands.ts'
import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import type { App } from '@tba/runtime/http/edge.ts'
import { customerOf, requireCustomer } from '@tba/runtime/http/session.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import { accountCommand, confirmedAccount } from './account-command.ts'
import { isLive } from './live-session.ts'
import { releaseAddress } from './release-address.ts'

/**
 * Once the account is erased, it is: every session ends with it. Its address is released here and now, and where that
 * fails, the job that the event promises does it, with all that is left to do.
 */
export function eraseAccountRoute(app: App, deps: Deps) {
  const schema = {
    tags: ['accounts'],
    summary: 'Cancella l’account e i suoi dati',
    body,
    response: { 200: ok, 400: failure, 401: failure, 429: failure },
  }
  const onRequest = requireCustomer(isLive(deps.log))

  app.post('/api/user/erasure', { schema, onRequest }, async (request, reply) => {
    const { sub: accountId } = customerOf(request)
    const { email } = await confirmedAccount(deps, request, request.body.password)
    const { position } = await accountCommand(deps, request, { type: 'EraseAccount' })
    const context = contextOf(request, `customer:${accountId}`)
    await releaseAddress(deps, { accountId, email }, context).catch(err =>
      request.log.error({ err }, 'an erasure was left to its job'),
    )
    reply.closeSession()
    reply.wrote(position)
    return { ok: true as const }
  })
}
