import { eraseAddress as body } from '@tba/events/admins/commands.ts'
import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { adminOf, requireAdmin } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { isLiveAdmin } from '@tba/runtime/http/live-admin.ts'
import { repeatable } from '@tba/runtime/http/repeatable.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import { withFixedAnswer } from '../idempotency.ts'

/** The same answer whether anybody is known by the address or not: the event asks for a job, and that looks. */
export function eraseAddressRoute(app: App, { log, secrets, idempotency }: Deps) {
  const schema = {
    ...repeatable,
    tags: ['admins'],
    summary: 'Cancella i dati legati a un indirizzo email',
    body,
    response: { 202: ok, 401: failure, 403: failure },
  }
  const onRequest = requireAdmin(isLiveAdmin(log))

  app.post('/api/admin/erasures', { schema, onRequest }, async (request, reply) => {
    const hash = emailHash(secrets.emailHash, request.body.email)
    const context = contextOf(request, `admin:${adminOf(request).sub}`)
    const asking = withFixedAnswer(202, { ok: true as const }, async () => {
      const requested = await execute({ log, context }, hash, { type: 'RequestErasure' })
      return 'refused' in requested ? null : requested.position
    })
    return reply.code(202).send(await idempotency.once({ request, reply }, asking))
  })
}
