import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import { saveView as body } from '@tba/events/views/commands.ts'
import { savedView } from '@tba/events/views/views.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { adminOf, requireAdmin } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { isLiveAdmin } from '@tba/runtime/http/live-admin.ts'
import { repeatable } from '@tba/runtime/http/repeatable.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { withFixedAnswer } from '../idempotency.ts'

const refusals = { unknown: 'Vista non trovata', deleted: 'La vista è già stata eliminata' }

/** Views of the history, by name: every administrator sees, changes and deletes all of them. */
export function savedViewsRoutes(app: App, { log, idempotency }: Deps) {
  const onRequest = requireAdmin(isLiveAdmin(log))
  const shared = { ...repeatable, tags: ['admins'] }
  const executing = (request: FastifyRequest) => ({
    log,
    context: contextOf(request, `admin:${adminOf(request).sub}`),
  })

  const saving = {
    ...shared,
    summary: 'Salva una vista della cronologia, per tutti gli amministratori',
    body,
    response: { 201: savedView.pick({ id: true }), 401: failure, 403: failure },
  }
  app.post('/api/admin/views', { schema: saving, onRequest }, async (request, reply) => {
    const answer = await idempotency.once(
      { request, reply },
      {
        status: 201,
        async run(id) {
          const command = { type: 'SaveHistoryView', view: request.body } as const
          const outcome = await execute(executing(request), id, command)
          if ('refused' in outcome) throw new Error(`a new view was refused: ${outcome.refused}`)
          return { answer: { id }, revision: outcome.revision, position: outcome.position }
        },
        again: async ({ seed }) => ({ id: seed }),
      },
    )
    return reply.code(201).send(answer)
  })

  const params = z.strictObject({ id: z.uuid('Vista non trovata') })
  const response = { 200: ok, 401: failure, 403: failure, 404: failure }
  type Changing = { type: 'ChangeHistoryView'; view: z.infer<typeof body> } | { type: 'DeleteHistoryView' }
  const change = (request: FastifyRequest, id: string, command: Changing) =>
    withFixedAnswer(200, { ok: true as const }, async () => {
      const outcome = await execute(executing(request), id, command)
      if ('refused' in outcome) throw new HttpFailure(404, refusals[outcome.refused])
      return outcome.position
    })

  const changing = { ...shared, summary: 'Cambia nome o filtri di una vista', params, body, response }
  app.put('/api/admin/views/:id', { schema: changing, onRequest }, (request, reply) => {
    const work = change(request, request.params.id, { type: 'ChangeHistoryView', view: request.body })
    return idempotency.once({ request, reply }, work)
  })

  const deleting = { ...shared, summary: 'Elimina una vista', params, response }
  app.delete('/api/admin/views/:id', { schema: deleting, onRequest }, (request, reply) => {
    const work = change(request, request.params.id, { type: 'DeleteHistoryView' })
    return idempotency.once({ request, reply }, work)
  })
}
