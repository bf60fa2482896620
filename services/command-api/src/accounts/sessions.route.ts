import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { customerContext } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { plainly } from '../idempotency.ts'
import { accountCommand } from './account-command.ts'

/** Ends one of the caller's sessions, or all but this one. */
export function sessionsRoute(app: App, deps: Deps) {
  const { log, idempotency, signedIn: onRequest } = deps
  const shared = { ...repeatable, tags: ['accounts'] }

  const params = z.strictObject({ sessionId: z.uuid('Sessione non valida') })
  const summary = 'Chiude una delle proprie sessioni'
  const one = { ...shared, summary, params, response: { 200: ok, 404: failure } }
  app.delete('/api/user/sessions/:sessionId', { schema: one, onRequest }, (request, reply) => {
    const command = { type: 'CloseSession', accountId: customerOf(request).sub } as const
    const work = plainly(200, async () => {
      const executing = { log, context: customerContext(request) }
      const closed = await execute(executing, request.params.sessionId, command)
      if ('refused' in closed) throw new HttpFailure(404, 'Sessione non trovata')
      return closed
    })
    return idempotency.once({ request, reply }, { ...work, endsSessions: true })
  })

  const others = {
    ...shared,
    summary: 'Chiude tutte le proprie sessioni, tranne questa',
    response: { 200: ok },
  }
  app.delete('/api/user/sessions', { schema: others, onRequest }, (request, reply) => {
    const command = { type: 'RevokeSessions', except: customerOf(request).sid } as const
    const work = plainly(200, () => accountCommand(deps, request, command))
    return idempotency.once({ request, reply }, { ...work, endsSessions: true })
  })
}
