import { ok } from '@tba/events/failure.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { awaitRevocation } from '../../await-revocation.ts'
import type { Deps } from '../../deps.ts'
import { isSessionOpen } from './require-open-session.ts'

/** POST for the client, GET for a link; both end the session, if there is one. */
export function logoutRoute(app: App, deps: Deps) {
  async function signOut(request: FastifyRequest, reply: FastifyReply) {
    await closeCurrentSession(deps, request, reply)
    reply.closeSession()
  }

  const tags = ['accounts']
  const posted = { tags, summary: 'Chiude la sessione', response: { 200: ok } }
  app.post('/api/logout', { schema: posted }, async (request, reply) => {
    await signOut(request, reply)
    return { ok: true as const }
  })

  const summary = 'Chiude la sessione e torna alla pagina iniziale'
  const followed = { tags, summary, response: { 303: z.undefined().describe('Alla pagina iniziale') } }
  app.get('/api/logout', { schema: followed }, async (request, reply) => {
    // A link or picture on the page of another site, or of a neighbour on our domain, signs nobody out.
    const site = request.headers['sec-fetch-site']
    if (site !== 'cross-site' && site !== 'same-site') await signOut(request, reply)
    return reply.redirect('/', 303)
  })
}

/** Ends the session of this browser, if there is one. It ignores X-Customer. */
export async function closeCurrentSession(
  { log, pool }: Pick<Deps, 'log' | 'pool'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const claims = request.customerToken?.claims
  // An ended session records nothing. For an erased account the event would leave a row for ever.
  if (!claims || !(await isSessionOpen(log)(claims))) return
  const { sid, sub: accountId } = claims
  const context = contextOf(request, `customer:${accountId}`)
  const closed = await execute({ log, context }, sid, { type: 'CloseSession', accountId })
  if ('refused' in closed) return
  reply.wrote(closed.position)
  await awaitRevocation(pool, 'sessions', closed.position)
}
