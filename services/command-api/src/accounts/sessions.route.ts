import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { repeatable } from '@tba/runtime/http/repeatable.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { withFixedAnswer } from '../idempotency.ts'
import { untilRefused } from '../until-refused.ts'
import { accountCommand } from './account-command.ts'

/** Ends one of the caller's sessions, or all but this one. */
export function sessionsRoute(app: App, deps: Deps) {
  const { log } = deps
  const params = z.strictObject({ sessionId: z.uuid('Sessione non valida') })
  const one = {
    ...repeatable,
    tags: ['accounts'],
    summary: 'Chiude una delle proprie sessioni',
    params,
    response: { 200: ok, 401: failure, 404: failure },
  }

  app.delete(
    '/api/user/sessions/:sessionId',
    { schema: one, onRequest: deps.signedIn },
    async (request, reply) => {
      const { sub } = customerOf(request)
      const context = contextOf(request, `customer:${sub}`)
      const work = withFixedAnswer(200, { ok: true as const }, async () => {
        const command = { type: 'CloseSession', accountId: sub } as const
        const closed = await execute({ log, context }, request.params.sessionId, command)
        if ('refused' in closed) throw new HttpFailure(404, 'Sessione non trovata')
        return closed.position
      })
      const answer = await deps.idempotency.once({ request, reply }, work)
      await untilRefused(deps.pool, 'sessions', request.writtenPosition)
      return answer
    },
  )

  const others = {
    ...repeatable,
    tags: ['accounts'],
    summary: 'Chiude tutte le proprie sessioni, tranne questa',
    response: { 200: ok, 401: failure },
  }
  app.delete('/api/user/sessions', { schema: others, onRequest: deps.signedIn }, async (request, reply) => {
    const command = { type: 'RevokeSessions', except: customerOf(request).sid } as const
    const work = withFixedAnswer(200, { ok: true as const }, async () => {
      return (await accountCommand(deps, request, command)).position
    })
    const answer = await deps.idempotency.once({ request, reply }, work)
    await untilRefused(deps.pool, 'sessions', request.writtenPosition)
    return answer
  })
}
