import { eraseAccount as body } from '@tba/events/accounts/commands.ts'
import { ok } from '@tba/events/ok.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { customerContext } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import { untilRefused } from '../until-refused.ts'
import { accountCommand, confirmedAccount } from './account-command.ts'
import { releaseAddress } from './release-address.ts'

/** Erases the account and ends all its sessions. The job that the event asks for does everything else that remains. */
export function eraseAccountRoute(app: App, deps: Deps) {
  const schema = {
    tags: ['accounts'],
    summary: 'Cancella l’account e i suoi dati',
    body,
    response: { 200: ok },
  }

  app.post('/api/user/erasure', { schema, onRequest: deps.signedIn }, async (request, reply) => {
    const { sub: accountId } = customerOf(request)
    const context = customerContext(request)
    const { email } = await confirmedAccount(deps, request, request.body.password)
    const { position } = await accountCommand(deps, request, { type: 'EraseAccount' })
    await releaseAddress(deps, request, { accountId, email, context })
    await untilRefused(deps.pool, 'sessions', position)
    reply.closeSession()
    reply.wrote(position)
    return { ok: true as const }
  })
}
