import { adminLogin as body } from '@tba/events/admins/commands.ts'
import { failure, ok } from '@tba/events/failure.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { adminOf, consoleAccount, requireAdmin } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import { isKnownBrowser } from '../accounts/sessions/open-session.ts'
import { awaitRevocation } from '../await-revocation.ts'
import type { Deps } from '../deps.ts'
import { adminIdOf } from './first-admin.ts'
import { openAdminSession } from './open-admin-session.ts'
import { codeWanted, passesSecondFactor } from './second-factor.ts'

export function adminLoginRoute(app: App, deps: Deps) {
  const { log, secrets, throttle } = deps
  const schema = {
    tags: ['admins'],
    summary: 'Apre la sessione di un account della console',
    body,
    response: { 200: z.object({ token: z.string() }), 401: failure, 429: failure },
  }

  app.post('/api/admin/login', { schema }, async (request, reply) => {
    const { email, password, code } = request.body
    const adminId = adminIdOf(secrets.emailHash, email)
    const from = isKnownBrowser(secrets.tickets, request, adminId) ? 'known' : 'console'
    const who = { emailHash: adminId, address: request.ip, from } as const
    let isRightPassword = false
    const account = await throttle.attempt(who, async verify => {
      // An invited or ended account has no password.
      const held = await consoleAccount(log, adminId)
      if (!(await verify(held?.passwordHash ?? null, password)) || !held) return null
      isRightPassword = true
      return (await passesSecondFactor(deps, { request, adminId, code })) ? held : null
    })
    if (!account) throw isRightPassword ? codeWanted('Codice non valido') : wrong()
    const token = await openAdminSession(deps, { request, reply }, { adminId, since: account.since })
    if (token === null) throw wrong()
    return { token }
  })
}

function wrong(): HttpFailure {
  return new HttpFailure(401, 'Credenziali non valide')
}

export function adminLogoutRoute(app: App, { log, pool }: Deps) {
  const schema = {
    tags: ['admins'],
    summary: 'Chiude la sessione di un amministratore',
    response: { 200: ok },
  }

  app.post('/api/admin/logout', { schema, onRequest: requireAdmin('read') }, async (request, reply) => {
    const executing = { log, context: adminContext(request) }
    const { position } = await execute(executing, adminOf(request).sid, { type: 'SignOutAdmin' })
    await awaitRevocation(pool, 'admin-sessions', position)
    request.adminToken = null
    reply.wrote(position)
    return { ok: true as const }
  })
}
