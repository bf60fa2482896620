import { eraseAccount as body } from '@tba/events/accounts/commands.ts'
import { ok } from '@tba/events/failure.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { customerContext } from '@tba/runtime/http/visit.ts'
import type { Context } from '@tba/runtime/log/event-log.ts'
import type { FastifyRequest } from 'fastify'
import { awaitRevocation } from '../await-revocation.ts'
import type { Deps } from '../deps.ts'
import { accountCommand, confirmedAccount } from './account-command.ts'

/**
 * Erases the account and ends all its sessions. The job of the event does the rest: also what else is under the address, if
 * the customer proved it.
 */
export function eraseAccountRoute(app: App, deps: Deps) {
  const schema = operation('accounts', 'Cancella l’account e i suoi dati', { body, response: { 200: ok } })

  app.post('/api/user/erasure', { schema, onRequest: deps.requireOpenSession }, async (request, reply) => {
    const { sub: accountId } = customerOf(request)
    const context = customerContext(request)
    const { email } = await confirmedAccount(deps, request, request.body.password)
    const { position } = await accountCommand(deps, request, { type: 'EraseAccount' })
    await releaseAddress(deps, request, { accountId, email, context })
    await awaitRevocation(deps.pool, 'sessions', position)
    reply.closeSession()
    reply.wrote(position)
    return { ok: true as const }
  })
}

type Erased = { accountId: string; email: string | null; context: Context }

/**
 * Frees the address of an erased account. If that fails, the job of the erasure does it. Leads and questionnaires of the
 * address are left to that job too.
 */
export async function releaseAddress(
  { log, secrets }: Deps,
  request: FastifyRequest,
  { accountId, email, context }: Erased,
): Promise<void> {
  if (!email) return
  const hash = emailHash(secrets.emailHash, email)
  await execute({ log, context }, hash, { type: 'ReleaseEmail', accountId }).catch(err =>
    request.log.error({ err }, 'an erasure was left to its job'),
  )
}
