import { ok } from '@tba/events/ok.ts'
import type { App } from '@tba/runtime/http/app.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { closeHeldSession } from './close-held-session.ts'

/** POST for the client, GET for a link; both end the session, if there is one. */
export function logoutRoute(app: App, deps: Deps) {
  async function signOut(request: FastifyRequest, reply: FastifyReply) {
    await closeHeldSession(deps, request, reply)
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
  app.get('/api/logout', { exposeHeadRoute: false, schema: followed }, async (request, reply) => {
    // A link on another site's page signs nobody out.
    if (request.headers['sec-fetch-site'] !== 'cross-site') await signOut(request, reply)
    return reply.redirect('/', 303)
  })
}
