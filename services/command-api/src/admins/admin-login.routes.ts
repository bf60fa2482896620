import { adminLogin as body } from '@tba/events/admins/commands.ts'
import { failure, ok } from '@tba/events/failure.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { adminOf, consoleAccount, requireAdmin } from '@tba/runtime/http/admin-session.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import { knownGeneration, once } from '../accounts/sessions/known-browser.ts'
import { awaitRevocation } from '../await-revocation.ts'
import type { Deps } from '../deps.ts'
import { adminIdOf, isPasswordDead } from './first-admin.ts'
import { openAdminSession } from './open-admin-session.ts'
import { refusalOfFactor } from './second-factor.ts'

export function adminLoginRoute(app: App, deps: Deps) {
  const { log, secrets, throttle } = deps
  const schema = operation('admins', 'Apre la sessione di un account della console', {
    body,
    response: { 200: z.object({ token: z.string() }), 401: failure, 429: failure },
  })

  app.post('/api/admin/login', { schema }, async (request, reply) => {
    const { email, password, code } = request.body
    const adminId = adminIdOf(secrets.emailHash, email)
    const generation = knownGeneration(secrets.tickets, request, adminId)
    const accountOf = once(() => consoleAccount(log, adminId))
    const known = generation === null ? null : async () => (await accountOf())?.since === generation
    const who = { emailHash: adminId, address: request.ip, from: 'console', known } as const
    let refusal = wrong()
    const account = await throttle.attempt(who, async verify => {
      // An invited or ended account has no password.
      const held = await accountOf()
      const isRight = await verify(held?.passwordHash ?? null, password)
      if (!isRight || !held || isPasswordDead(held)) {
        if (isRight) refusal = dead()
        request.server.consoleFailed('AdminSignInFailed', held ? adminId : null)
        return null
      }
      const wrongCode = await refusalOfFactor(deps, { request, adminId, code })
      if (!wrongCode) return held
      refusal = wrongCode
      return null
    })
    if (!account) throw refusal
    const token = await openAdminSession(deps, { request, reply }, { adminId, since: account.since })
    if (token === null) throw wrong()
    return { token }
  })
}

function dead(): HttpFailure {
  return new HttpFailure(401, 'La password iniziale è scaduta: il prossimo avvio ne mostra una nuova')
}

const wrong = (): HttpFailure => new HttpFailure(401, 'Credenziali non valide')

export function adminLogoutRoute(app: App, { log, pool }: Deps) {
  const schema = operation('admins', 'Chiude la sessione di un amministratore', { response: { 200: ok } })

  app.post(
    '/api/admin/logout',
    { schema, onRequest: requireAdmin('read', { evenMustChange: true }) },
    async (request, reply) => {
      const executing = { log, context: adminContext(request) }
      const { position } = await execute(executing, adminOf(request).sid, { type: 'SignOutAdmin' })
      await awaitRevocation(pool, 'admin-sessions', position)
      request.adminToken = null
      reply.header('clear-site-data', '"cache"')
      reply.wrote(position)
      return { ok: true as const }
    },
  )
}
