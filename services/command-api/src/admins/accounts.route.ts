import {
  type AdministratorsCommand,
  type AdministratorsRefusal,
  invitationHours,
} from '@tba/events/admins/administrators.decider.ts'
import { changeAdminRole, inviteAdmin } from '@tba/events/admins/commands.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { type App, personId, personParams } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { repeatableCall } from '../repeatable-call.ts'
import { adminIdOf } from './first-admin.ts'

const refusals: Record<AdministratorsRefusal, () => HttpFailure> = {
  exists: () => new HttpFailure(409, 'Questo indirizzo ha già un account'),
  unknown: () => new HttpFailure(404, 'Account non trovato'),
  last: () => new HttpFailure(409, 'Deve restare almeno un amministratore'),
  'invalid-invitation': () => new HttpFailure(400, 'Invito non valido'),
}

/** Console accounts and their roles. A new role or an end of the account also ends its sessions, on both sides. */
export function consoleAccountsRoutes(app: App, deps: Deps) {
  const { log, secrets, permitted } = deps

  async function commanded(request: FastifyRequest, command: AdministratorsCommand) {
    const outcome = await execute({ log, context: adminContext(request) }, undefined, command)
    if ('refused' in outcome) throw refusals[outcome.refused]()
    return outcome
  }

  const all = { tag: 'admins', onRequest: permitted('accounts') }
  repeatableCall(app, deps, {
    ...all,
    method: 'POST',
    url: '/api/admin/users',
    refusals: [409],
    summary: 'Invita qualcuno alla console, con un’e-mail',
    body: inviteAdmin,
    status: 201,
    view: z.object({ id: z.uuid() }),
    run({ request, body }) {
      const email = body.email.toLowerCase()
      const adminId = adminIdOf(secrets.emailHash, email)
      const expiresAt = new Date(Date.now() + invitationHours * 3_600_000).toISOString()
      const invited = { adminId, email, role: body.role, invitationId: crypto.randomUUID(), expiresAt }
      return commanded(request, { type: 'InviteAdmin', invited })
    },
    answer: ({ body }) => ({ id: adminIdOf(secrets.emailHash, body.email) }),
  })

  const one = {
    ...all,
    url: '/api/admin/users/:id',
    params: personParams,
    refusals: [404, 409],
    endsSessions: 'admin-sessions',
  } as const
  repeatableCall(app, deps, {
    ...one,
    method: 'PATCH',
    summary: 'Cambia il ruolo di un account',
    body: changeAdminRole,
    run: ({ request, params, body: { role } }) =>
      commanded(request, { type: 'ChangeAdminRole', adminId: personId(params), role }),
  })
  repeatableCall(app, deps, {
    ...one,
    method: 'DELETE',
    summary: 'Chiude un account della console',
    run: ({ request, params }) => commanded(request, { type: 'EndAdmin', adminId: personId(params) }),
  })
}
