import { changeAdminPassword } from '@tba/events/admins/commands.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { adminOf, isAdminSessionOpen, requireAdmin } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import { rememberBrowser } from '../accounts/sessions/known-browser.ts'
import type { Deps } from '../deps.ts'
import { repeatableCall } from '../repeatable-call.ts'
import { confirmCaller, endOtherSessions } from './confirm-caller.ts'
import { refusalOfFactor } from './second-factor.ts'

/** A new password ends every session but this one. */
export function adminPasswordRoute(app: App, deps: Deps) {
  const { log, passwords, secrets } = deps
  const onRequest = requireAdmin('read', { isOpen: isAdminSessionOpen(log), evenMustChange: true })
  repeatableCall(app, deps, {
    method: 'POST',
    url: '/api/admin/me/password',
    onRequest,
    tag: 'admins',
    summary: 'Cambia la propria password della console e chiude le altre sessioni',
    body: changeAdminPassword,
    endsSessions: 'admin-sessions',
    async run({ request, reply, body: { current, password, code } }) {
      if (password === current)
        throw new HttpFailure(400, 'La nuova password deve essere diversa da quella attuale')
      const { mustChange: _, ...claims } = adminOf(request)
      const { sub: adminId, sid: keep } = claims
      const refusal = () => refusalOfFactor(deps, { request, adminId, code })
      const { passwordHash: currentHash, email } = await confirmCaller(deps, request, {
        password: current,
        refusal,
      })
      const passwordHash = await passwords.hash({ password, email }, request.ip)
      const command = { type: 'ChooseAdminPassword', adminId, passwordHash, currentHash, keep } as const
      const chosen = await execute({ log, context: adminContext(request) }, undefined, command)
      if ('refused' in chosen) throw new HttpFailure(400, 'La password attuale non è corretta')
      const { since: generation = '' } = chosen.state[adminId] ?? {}
      rememberBrowser(secrets.tickets, reply, { holder: adminId, generation })
      // A token of a printed password makes every call look into the log.
      reply.header('x-token', app.signAdmin(claims))
      return chosen
    },
  })
}

/** Ends the caller’s own sessions. */
export function ownSessionsRoutes(app: App, deps: Deps) {
  const { log } = deps
  const shared = { onRequest: deps.permitted('read'), tag: 'admins', endsSessions: 'admin-sessions' } as const
  repeatableCall(app, deps, {
    ...shared,
    method: 'DELETE',
    url: '/api/admin/me/sessions/:id',
    summary: 'Chiude una delle proprie sessioni della console',
    refusals: [404],
    params: z.strictObject({ id: z.uuid('Sessione non valida') }),
    async run({ request, params }) {
      const { state } = await load(log, 'adminSession', params.id)
      if (state?.adminId !== adminOf(request).sub) throw new HttpFailure(404, 'Sessione non trovata')
      return execute({ log, context: adminContext(request) }, params.id, { type: 'SignOutAdmin' })
    },
  })
  repeatableCall(app, deps, {
    ...shared,
    method: 'POST',
    url: '/api/admin/me/sessions/end-others',
    summary: 'Chiude tutte le proprie sessioni della console, tranne questa',
    run: exchange => endOtherSessions(deps, exchange),
  })
}
