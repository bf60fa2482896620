import { failure } from '@tba/events/failure.ts'
import type { FunnelCommand } from '@tba/events/funnels/funnel.decider.ts'
import { ok } from '@tba/events/ok.ts'
import type { HistoryViewCommand } from '@tba/events/views/history-view.decider.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from './deps.ts'
import { type Exchange, making, plainly } from './idempotency.ts'

type Command = FunnelCommand | HistoryViewCommand
type Shared<Body> = {
  path: `/api/admin/${string}`
  body: z.ZodType<Body>
  summaries: { save: string; change: string; delete: string }
  refusals: { unknown: string; deleted: string }
  save(body: Body): Promise<Command>
  change(body: Body): Promise<Command>
  delete: Command
}

/** What administrators save by name for all of them: each sees, changes and deletes it. */
export function sharedRoutes<Body>(app: App, { log, idempotency, permitted }: Deps, shared: Shared<Body>) {
  const { path, body, summaries, refusals } = shared
  const onRequest = permitted('analyse')
  const all = { ...repeatable, tags: ['admins'] }

  async function recorded(request: FastifyRequest, id: string, command: Command) {
    const outcome = await execute({ log, context: adminContext(request) }, id, command)
    if ('refused' in outcome) throw new HttpFailure(404, refusals[outcome.refused])
    return outcome
  }

  const saving = { ...all, summary: summaries.save, body, response: { 201: z.object({ id: z.uuid() }) } }
  app.post(path, { schema: saving, onRequest }, (request, reply) => {
    const work = making(201, async id => recorded(request, id, await shared.save(request.body as Body)))
    return idempotency.once({ request, reply }, work)
  })

  const params = z.strictObject({ id: z.uuid(refusals.unknown) })
  const response = { 200: ok, 404: failure }
  const change = (exchange: Exchange, id: string, command: () => Promise<Command>) =>
    idempotency.once(
      exchange,
      plainly(200, async () => recorded(exchange.request, id, await command())),
    )
  const changing = { ...all, summary: summaries.change, params, body, response }
  app.put(`${path}/:id`, { schema: changing, onRequest }, (request, reply) =>
    change({ request, reply }, request.params.id, () => shared.change(request.body as Body)),
  )
  const deleting = { ...all, summary: summaries.delete, params, response }
  app.delete(`${path}/:id`, { schema: deleting, onRequest }, (request, reply) =>
    change({ request, reply }, request.params.id, async () => shared.delete),
  )
}
