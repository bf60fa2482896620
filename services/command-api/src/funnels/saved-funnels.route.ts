import { isOfLog } from '@tba/event-store/packed-position.ts'
import { failure } from '@tba/events/failure.ts'
import { saveFunnel as body, type SaveFunnel } from '@tba/events/funnels/definition.ts'
import type { FunnelCommand } from '@tba/events/funnels/funnel.decider.ts'
import { savedFunnel } from '@tba/events/funnels/views.ts'
import { ok } from '@tba/events/ok.ts'
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
import { type Exchange, withFixedAnswer } from '../idempotency.ts'

const refusals = { unknown: 'Funnel non trovato', deleted: 'Il funnel è già stato eliminato' }

/** Funnels that go on counting: every administrator sees, changes and deletes all of them. */
export function savedFunnelsRoutes(app: App, { log, store, idempotency }: Deps) {
  const onRequest = requireAdmin(isLiveAdmin(log))
  const shared = { ...repeatable, tags: ['admins'] }

  async function recorded(request: FastifyRequest, id: string, command: FunnelCommand) {
    const context = contextOf(request, `admin:${adminOf(request).sub}`)
    const outcome = await execute({ log, context }, id, command)
    if ('refused' in outcome) throw new HttpFailure(404, refusals[outcome.refused])
    return outcome
  }
  /** As a run has it: what is no position of this log cannot be looked from. */
  async function wanted({ name, ...definition }: SaveFunnel) {
    const { asOf } = definition
    const head = asOf === undefined ? null : await store.head()
    if (asOf !== undefined && (head === null || !isOfLog(asOf, head)))
      throw new HttpFailure(400, 'Posizione non valida')
    return { name, definition }
  }

  const saving = {
    ...shared,
    summary: 'Salva un funnel, per tutti gli amministratori: da allora continua a contare',
    body,
    response: { 201: savedFunnel.pick({ id: true }) },
  }
  app.post('/api/admin/funnels', { schema: saving, onRequest }, async (request, reply) => {
    const work = {
      status: 201 as const,
      async run(id: string) {
        const command = { type: 'SaveFunnel' as const, funnel: await wanted(request.body) }
        const { revision, position } = await recorded(request, id, command)
        return { answer: { id }, revision, position }
      },
      again: async ({ seed }: { seed: string }) => ({ id: seed }),
    }
    return reply.code(201).send(await idempotency.once({ request, reply }, work))
  })

  function change(exchange: Exchange, id: string, commandOf: () => Promise<FunnelCommand>) {
    const run = async () => (await recorded(exchange.request, id, await commandOf())).position
    return idempotency.once(exchange, withFixedAnswer(200, { ok: true as const }, run))
  }
  const params = z.strictObject({ id: z.uuid('Funnel non trovato') })
  const response = { 200: ok, 404: failure }

  const changing = { ...shared, summary: 'Cambia nome o definizione di un funnel', params, body, response }
  app.put('/api/admin/funnels/:id', { schema: changing, onRequest }, (request, reply) =>
    change({ request, reply }, request.params.id, async () => {
      return { type: 'ChangeFunnel', funnel: await wanted(request.body) }
    }),
  )

  const deleting = { ...shared, summary: 'Elimina un funnel', params, response }
  app.delete('/api/admin/funnels/:id', { schema: deleting, onRequest }, (request, reply) =>
    change({ request, reply }, request.params.id, async () => ({ type: 'DeleteFunnel' })),
  )
}
