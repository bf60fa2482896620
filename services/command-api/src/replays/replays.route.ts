import { requestReplay } from '@tba/events/replays/commands.ts'
import type { ReplayEvent } from '@tba/events/replays/events.ts'
import type { ReplayCommand } from '@tba/events/replays/replay.decider.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { noBody } from '@tba/runtime/http/operations/sent-as-it-is.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import { isPositionOfLog } from '@tba/runtime/log/replayed-events.ts'
import type { FastifyRequest } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { liveVersion } from '../projections/parked-event.ts'
import { createdAnswer, repeatableCall } from '../repeatable-call.ts'

/** A replay is asked for and cancelled here; it is played by a job. */
export function replayRoutes(app: App, deps: Deps) {
  const { log, store, pool, permitted } = deps
  const all = { method: 'POST', tag: 'admins', onRequest: permitted('analyse') } as const

  async function recorded(request: FastifyRequest, id: string, command: ReplayCommand) {
    const outcome = await execute({ log, context: adminContext(request) }, id, command)
    if (!('refused' in outcome)) return outcome
    throw outcome.refused === 'over'
      ? new HttpFailure(409, 'La replica è già finita')
      : new HttpFailure(404, 'Replica non trovata')
  }

  repeatableCall(app, deps, {
    ...all,
    url: '/api/admin/replays',
    summary: 'Rigioca una parte del registro, come flusso o attraverso altro',
    body: requestReplay,
    ...createdAnswer,
    status: 202,
    async run({ request, body }, id) {
      const { mode } = body
      if (mode.kind === 'projection' && (await liveVersion(pool, mode.projection)) === null)
        throw new HttpFailure(400, 'Proiezione sconosciuta')
      if (mode.kind === 'funnel' && !(await isPositionOfLog(store, mode.definition.asOf)))
        throw new HttpFailure(400, 'Posizione non valida')
      await assertQueueNotFull(pool)
      const { from = null, to = null, types = [], visits = [] } = body
      // Later events are not played, however long the replay waits.
      const end = await store.head()
      const replay = { from, to, types, visits, mode: mode as Requested['mode'], end }
      return recorded(request, id, { type: 'RequestReplay', replay })
    },
  })

  repeatableCall(app, deps, {
    ...all,
    url: '/api/admin/replays/:id/cancel',
    summary: 'Annulla una replica che attende o è in corso',
    params: z.strictObject({ id: z.uuid('Replica non trovata') }),
    body: noBody,
    refusals: [404],
    run: ({ request, params }) => recorded(request, params.id, { type: 'CancelReplay' }),
  })
}

/** Beside the one that runs. */
const maxWaiting = 20

/** What nobody has begun in a week never begins. @throws {HttpFailure} 409 */
async function assertQueueNotFull(pool: DatabasePool): Promise<void> {
  if ((await liveVersion(pool, 'replays')) === null) return
  const waiting = await pool.oneFirst(sql.type(z.object({ count: z.int() }))`
    select count(*)::int as count from read.replays
    where state = 'waiting' and "requestedAt" > now() - interval '7 days'`)
  if (waiting > maxWaiting) throw new HttpFailure(409, `Ci sono già ${maxWaiting} repliche in attesa`)
}

type Requested = Extract<ReplayEvent, { type: 'ReplayRequested' }>['data']
