import { randomUUID } from 'node:crypto'
import { forgotPassword as body } from '@tba/events/accounts/commands.ts'
import { ok } from '@tba/events/ok.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import { plainly } from '../idempotency.ts'

/**
 * The same event, the same answer and the same work for a known and an unknown address: whether there is an
 * account is looked up when the letter is written, out of the caller's sight.
 */
export function forgotPasswordRoute(app: App, { log, secrets, idempotency, submissions }: Deps) {
  const bucket = app.bucket('forgot-password', { capacity: 200, refillPerSecond: 1 })
  const onRequest = limit(bucket, submissions)
  const schema = {
    ...repeatable,
    tags: ['accounts'],
    summary: 'Chiede un link per scegliere una nuova password',
    body,
    response: { 202: ok },
  }

  app.post('/api/password/forgot', { schema, onRequest }, (request, reply) => {
    const hash = emailHash(secrets.emailHash, request.body.email)
    const context = contextOf(request, 'visitor')
    const command = { type: 'RequestPasswordReset', resetId: randomUUID(), at: new Date() } as const
    const asking = plainly(202, async () => {
      await execute({ log, context }, hash, command)
      return { position: null }
    })
    return idempotency.once({ request, reply }, asking)
  })
}
