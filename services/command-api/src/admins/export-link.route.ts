import { exportType } from '@tba/events/admins/events.ts'
import { exportLink } from '@tba/events/admins/views.ts'
import { failure } from '@tba/events/failure.ts'
import { adminOf, assertMay } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { signExportTicket } from '@tba/runtime/tickets.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'

const lastsMs = 60_000

/**
 * Answers with a URL that a browser can download from without a bearer token. It is signed and not stored. It is for one
 * export in this session: the event that records the export makes the URL unusable.
 */
export function exportLinkRoute(app: App, { secrets, permitted }: Deps) {
  const schema = {
    tags: ['admins'],
    summary: 'Un indirizzo da cui scaricare un’esportazione, una volta, entro un minuto',
    params: z.object({ type: z.string().meta({ enum: exportType.options }) }),
    response: { 201: exportLink, 404: failure },
  }

  app.post(
    '/api/admin/export/:type/link',
    { schema, onRequest: permitted('analyse') },
    async (request, reply) => {
      const exported = exportType.safeParse(request.params.type).data
      if (!exported) throw new HttpFailure(404, 'Risorsa non trovata')
      const { sub: adminId, sid, role } = adminOf(request)
      if (exported === 'questionnaires' || exported === 'requests')
        assertMay({ role }, 'download-submissions')
      const expiresAt = new Date(Date.now() + lastsMs).toISOString()
      const ticket = { id: crypto.randomUUID(), exported, adminId, sid, role, expiresAt }
      const url = `/api/admin/export/${exported}?ticket=${signExportTicket(secrets.tickets, ticket)}`
      return reply.code(201).send({ url, expiresAt })
    },
  )
}
