import type { AlarmCommand } from '@tba/events/alarms/alarm.decider.ts'
import { ok } from '@tba/events/failure.ts'
import type { FunnelCommand } from '@tba/events/funnels/funnel.decider.ts'
import type { SavedCommand } from '@tba/events/saved/saved.decider.ts'
import type { HistoryViewCommand } from '@tba/events/views/history-view.decider.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from './deps.ts'
import { repeatableCall } from './repeatable-call.ts'

type Command = AlarmCommand | FunnelCommand | HistoryViewCommand | SavedCommand
type Shared<Body extends z.ZodType> = {
  path: `/api/admin/${string}`
  body: Body
  summaries: { save: string; change: string; delete: string }
  refusals: { unknown: string; deleted: string }
  save(body: z.output<Body>): Promise<Command>
  change(body: z.output<Body>): Promise<Command>
  delete: Command
}

/** What administrators save by name for all of them: each sees, changes and deletes it. */
export function sharedRoutes<Body extends z.ZodType>(app: App, deps: Deps, shared: Shared<Body>) {
  const { path, body, summaries, refusals } = shared

  async function recorded(request: FastifyRequest, id: string, command: Command) {
    const outcome = await execute({ log: deps.log, context: adminContext(request) }, id, command)
    if ('refused' in outcome) throw new HttpFailure(404, refusals[outcome.refused])
    return outcome
  }

  const all = { tag: 'admins', onRequest: deps.permitted('analyse') }
  repeatableCall(app, deps, {
    ...all,
    method: 'POST',
    url: path,
    summary: summaries.save,
    body,
    status: 201,
    view: z.object({ id: z.uuid(), revision }),
    async run(requested, id) {
      const outcome = await recorded(requested.request, id, await shared.save(requested.body))
      return { ...outcome, answer: { id, revision: outcome.revision } }
    },
    repeatedAnswer: async (_requested, { seed, revision }) => ({ id: seed, revision }),
  })

  const params = z.strictObject({ id: z.uuid(refusals.unknown) })
  const one = { ...all, url: `${path}/:id`, params, refusals: [404] }
  repeatableCall(app, deps, {
    ...one,
    method: 'PUT',
    summary: summaries.change,
    body,
    view: ok.extend({ revision }),
    async run({ request, params, body }) {
      const outcome = await recorded(request, params.id, await shared.change(body))
      return { ...outcome, answer: changed(outcome) }
    },
    repeatedAnswer: async (_requested, completion) => changed(completion),
  })
  repeatableCall(app, deps, {
    ...one,
    method: 'DELETE',
    summary: summaries.delete,
    run: requested => recorded(requested.request, requested.params.id, shared.delete),
  })
}

const changed = ({ revision }: { revision: number }) => ({ ok: true as const, revision })
/** Of the stream after the call. */
const revision = z.int().min(0)
