import { eraseAddress as body } from '@tba/events/admins/commands.ts'
import { ok } from '@tba/events/ok.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import { plainly } from '../idempotency.ts'

/** The same answer whether anybody is known by the address or not: the event asks for a job, and that looks. */
export function eraseAddressRoute(app: App, { log, secrets, idempotency, permitted }: Deps) {
  const schema = {
    ...repeatable,
    tags: ['admins'],
    summary: 'Cancella i dati legati a un indirizzo email',
    body,
    response: { 202: ok },
  }

  app.post('/api/admin/erasures', { schema, onRequest: permitted('handle-persons') }, (request, reply) => {
    const hash = emailHash(secrets.emailHash, request.body.email)
    const executing = { log, context: adminContext(request) }
    const asking = plainly(202, async () => {
      const requested = await execute(executing, hash, { type: 'RequestErasure' })
      return 'refused' in requested ? { position: null } : requested
    })
    return idempotency.once({ request, reply }, asking)
  })
}
