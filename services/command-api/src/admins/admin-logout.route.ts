import { ok } from '@tba/events/ok.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { adminOf, requireAdmin } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { Deps } from '../deps.ts'
import { untilRefused } from '../until-refused.ts'

export function adminLogoutRoute(app: App, { log, pool }: Deps) {
  const schema = {
    tags: ['admins'],
    summary: 'Chiude la sessione di un amministratore',
    response: { 200: ok },
  }

  app.post('/api/admin/logout', { schema, onRequest: requireAdmin('read') }, async (request, reply) => {
    const executing = { log, context: adminContext(request) }
    const { position } = await execute(executing, adminOf(request).sid, { type: 'SignOutAdmin' })
    await untilRefused(pool, 'admin-sessions', position)
    request.adminToken = null
    reply.wrote(position)
    return { ok: true as const }
  })
}
