import type { EventStore } from '@tba/event-store/port.ts'
import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import { type RequestReplay, requestReplay } from '@tba/events/replays/commands.ts'
import type { ReplayEvent } from '@tba/events/replays/events.ts'
import type { ReplayCommand } from '@tba/events/replays/replay.decider.ts'
import { replay } from '@tba/events/replays/views.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import { isPositionOfLog } from '@tba/runtime/log/replayed-events.ts'
import type { FastifyRequest } from 'fastify'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { making, plainly } from '../idempotency.ts'
import { liveVersion } from '../projections/parked-event.ts'

/** A replay is asked for and cancelled here; it is played by a job. */
export function replayRoutes(app: App, { log, store, pool, idempotency, permitted }: Deps) {
  const onRequest = permitted('analyse')
  const shared = { ...repeatable, tags: ['admins'] }
  async function recorded(request: FastifyRequest, id: string, command: ReplayCommand) {
    const outcome = await execute({ log, context: adminContext(request) }, id, command)
    if (!('refused' in outcome)) return outcome
    throw outcome.refused === 'over'
      ? new HttpFailure(409, 'La replica è già finita')
      : new HttpFailure(404, 'Replica non trovata')
  }

  const asking = {
    ...shared,
    summary: 'Rigioca una parte del registro, come flusso o attraverso altro',
    body: requestReplay,
    response: { 202: replay.pick({ id: true }) },
  }
  app.post('/api/admin/replays', { schema: asking, onRequest }, async (request, reply) => {
    const { mode } = request.body
    if (mode.kind === 'projection' && (await liveVersion(pool, mode.projection)) === null)
      throw new HttpFailure(400, 'Proiezione sconosciuta')
    if (mode.kind === 'funnel' && !(await isPositionOfLog(store, mode.definition.asOf)))
      throw new HttpFailure(400, 'Posizione non valida')
    const work = making(202, async id => {
      await assertFewWait(pool)
      return recorded(request, id, { type: 'RequestReplay', replay: await pinned(store, request.body) })
    })
    return idempotency.once({ request, reply }, work)
  })

  const cancelling = {
    ...shared,
    summary: 'Annulla una replica che attende o è in corso',
    params: z.strictObject({ id: z.uuid('Replica non trovata') }),
    body: z.strictObject({}).nullish(),
    response: { 200: ok, 404: failure },
  }
  app.post('/api/admin/replays/:id/cancel', { schema: cancelling, onRequest }, (request, reply) => {
    const work = plainly(200, () => recorded(request, request.params.id, { type: 'CancelReplay' }))
    return idempotency.once({ request, reply }, work)
  })
}

/** Beside the one that runs. */
const mostWaiting = 20

/** What nobody has begun in a week never begins. @throws {HttpFailure} 409 */
async function assertFewWait(pool: DatabasePool): Promise<void> {
  if ((await liveVersion(pool, 'replays')) === null) return
  const waiting = await pool.oneFirst(sql.type(z.object({ count: z.int() }))`
    select count(*)::int as count from read.replays
    where state = 'waiting' and "requestedAt" > now() - interval '7 days'`)
  if (waiting > mostWaiting) throw new HttpFailure(409, `Ci sono già ${mostWaiting} repliche in attesa`)
}

type Requested = Extract<ReplayEvent, { type: 'ReplayRequested' }>['data']

/** What comes into the log later is not played, however long the replay waits. */
async function pinned(store: EventStore, asked: RequestReplay): Promise<Requested> {
  const { from = null, to = null, types = [], visits = [], mode } = asked
  return { from, to, types, visits, mode: mode as Requested['mode'], end: await store.head() }
}
