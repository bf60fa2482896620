import { acceptInvitation as body } from '@tba/events/admins/commands.ts'
import { role } from '@tba/events/admins/roles.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { consoleAccount } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import { readLinkToken } from '@tba/runtime/tickets.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { openAdminSession } from './open-admin-session.ts'
import { secondFactorOf } from './second-factor.ts'

export function acceptInvitationRoute(app: App, deps: Deps) {
  const { log, secrets, passwords } = deps
  const bucket = app.bucket('accept-invitation', { capacity: 200, refillPerSecond: 1 })
  const schema = {
    tags: ['admins'],
    summary: 'Accetta un invito alla console e apre la sessione: il token è in `X-Token`',
    body,
    response: { 200: z.object({ id: z.uuid(), role }) },
  }

  app.post('/api/admin/invitations/accept', { schema, onRequest: limit(bucket) }, async (request, reply) => {
    const { token, password } = request.body
    const link = readLinkToken(secrets.tickets, 'admin-invitation', token)
    if (!link) throw unusable()
    const { holder: adminId, id: invitationId } = link
    // First, because it may fail, and a link works only once.
    const email = (await consoleAccount(log, adminId))?.email ?? null
    const passwordHash = await passwords.hash({ password, email }, request.ip)
    const context = contextOf(request, `admin:${adminId}`)
    const command = { type: 'AcceptInvitation', adminId, invitationId, passwordHash, at: new Date() } as const
    const accepted = await execute({ log, context }, undefined, command)
    const account = accepted.state[adminId]
    if ('refused' in accepted || !account) throw unusable()
    reply.wrote(accepted.position)
    // If their earlier account had a second factor, sign-in asks for it.
    if (!(await secondFactorOf(deps, adminId))?.isConfirmed) {
      const opened = { adminId, since: account.since }
      const session = await openAdminSession(deps, { request, reply }, opened)
      if (session !== null) reply.header('x-token', session)
    }
    return { id: adminId, role: account.role }
  })
}

function unusable(): HttpFailure {
  return new HttpFailure(400, 'Il link non è valido o è scaduto. Chiedi un nuovo invito a un amministratore.')
}
