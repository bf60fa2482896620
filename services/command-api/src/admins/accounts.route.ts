import { randomUUID } from 'node:crypto'
import {
  type AdministratorsCommand,
  type AdministratorsRefusal,
  invitationHours,
} from '@tba/events/admins/administrators.decider.ts'
import { changeAdminRole, inviteAdmin } from '@tba/events/admins/commands.ts'
import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { type App, personId, personParams, repeatable } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type Exchange, plainly, withFixedAnswer } from '../idempotency.ts'
import { untilRefused } from '../until-refused.ts'
import { adminIdOf } from './admin-id.ts'

const refusals: Record<AdministratorsRefusal, () => HttpFailure> = {
  exists: () => new HttpFailure(409, 'Questo indirizzo ha già un account'),
  unknown: () => new HttpFailure(404, 'Account non trovato'),
  last: () => new HttpFailure(409, 'Deve restare almeno un amministratore'),
  'invalid-invitation': () => new HttpFailure(400, 'Invito non valido'),
}

/** Who may sign in to the console, and as what. Another role and an end take the sessions along, on both sides. */
export function consoleAccountsRoutes(app: App, { log, secrets, pool, idempotency, permitted }: Deps) {
  const shared = { ...repeatable, tags: ['admins'] }
  const refused = { 409: failure }
  const onRequest = permitted('accounts')

  async function commanded(request: FastifyRequest, command: AdministratorsCommand) {
    const outcome = await execute({ log, context: adminContext(request) }, undefined, command)
    if ('refused' in outcome) throw refusals[outcome.refused]()
    return outcome
  }

  async function changed(exchange: Exchange, command: AdministratorsCommand) {
    const change = plainly(200, () => commanded(exchange.request, command))
    const answer = await idempotency.once(exchange, change)
    await untilRefused(pool, 'admin-sessions', exchange.request.writtenPosition)
    return answer
  }

  const inviting = {
    ...{ ...shared, summary: 'Invita qualcuno alla console, con un’e-mail', body: inviteAdmin },
    response: { ...refused, 201: z.object({ id: z.uuid() }) },
  }
  app.post('/api/admin/users', { schema: inviting, onRequest }, (request, reply) => {
    const email = request.body.email.toLowerCase()
    const id = adminIdOf(secrets.emailHash, email)
    const expiresAt = new Date(Date.now() + invitationHours * 3_600_000).toISOString()
    const invited = { adminId: id, email, role: request.body.role, invitationId: randomUUID(), expiresAt }
    const invite = withFixedAnswer(201, { id }, () => commanded(request, { type: 'InviteAdmin', invited }))
    return idempotency.once({ request, reply }, invite)
  })

  const one = { ...shared, params: personParams }
  const response = { ...refused, 200: ok, 404: failure }
  const changing = { ...one, summary: 'Cambia il ruolo di un account', body: changeAdminRole, response }
  app.patch('/api/admin/users/:id', { schema: changing, onRequest }, (request, reply) => {
    const { role } = request.body
    return changed({ request, reply }, { type: 'ChangeAdminRole', adminId: personId(request.params), role })
  })

  const ending = { ...one, summary: 'Chiude un account della console', response }
  app.delete('/api/admin/users/:id', { schema: ending, onRequest }, (request, reply) =>
    changed({ request, reply }, { type: 'EndAdmin', adminId: personId(request.params) }),
  )
}
