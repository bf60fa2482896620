import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import {
  type TrackBatch,
  trackAnalytics,
  trackBatch,
  trackInteraction,
} from '@tba/events/tracking/commands.ts'
import type { App } from '@tba/runtime/http/app.ts'
import type { CustomerClaims } from '@tba/runtime/http/session.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { refuseWithoutRoom } from './room.ts'
import { tiedCustomer } from './tied-customer.ts'
import { type Tracking, track } from './track.ts'
import { analyticsEventTracked, interactionTracked, visitStarted } from './tracked-events.ts'
import { visitIsFull } from './tracking-limits.ts'
import type { TrackingRoom } from './tracking-room.ts'

/**
 * 202 once appended. Tracking sets no position: nobody reads their own clicks. An Idempotency-Key means nothing here: a
 * `clientId` makes a repeat count once, and costs no row.
 */
export function trackRoutes(app: App, { log, disk }: Deps, room: TrackingRoom) {
  const { visits, take, onArrival, pay } = room
  const onRequest = [refuseWithoutRoom(disk), onArrival]
  const response = { 202: ok, 413: failure, 429: failure, 503: failure }
  const onError = async (_request: FastifyRequest, _reply: FastifyReply, error: Error) => disk.failed(error)
  const config = { quiet: true }
  const tied = tiedCustomer(log)
  const tracking = (request: FastifyRequest, customer: CustomerClaims | null): Tracking => ({
    log,
    take,
    visits,
    context: contextOf(request, customer ? `customer:${customer.sub}` : 'visitor'),
    consent: request.consent,
  })

  const interaction = {
    schema: { tags: ['tracking'], summary: 'Registra un’interazione', body: trackInteraction, response },
    onRequest,
    onError,
    config,
  }
  app.post('/api/tracking/interaction', interaction, async (request, reply) => {
    const { body } = request
    pay(request, { visits, events: [body] })
    const customer = await tied(request)
    const events = [interactionTracked(body)]
    const tracked = { visitId: body.sessionId, events, start: () => visitStarted(request, body) }
    if (!(await track(tracking(request, customer), tracked))) throw visitIsFull()
    return reply.code(202).send({ ok: true })
  })

  const analytics = {
    schema: { tags: ['tracking'], summary: 'Registra un evento di analisi', body: trackAnalytics, response },
    onRequest,
    onError,
    config,
  }
  app.post('/api/tracking/analytics', analytics, async (request, reply) => {
    const { body } = request
    pay(request, { visits, events: [body] })
    const customer = await tied(request)
    const events = [analyticsEventTracked(body, customer?.uid ?? null)]
    const tracked = { visitId: body.sessionId, events, start: () => visitStarted(request) }
    if (!(await track(tracking(request, customer), tracked))) throw visitIsFull()
    return reply.code(202).send({ ok: true })
  })

  const counted = { 202: z.object({ accepted: z.int() }), 413: failure, 429: failure, 503: failure }
  const batch = {
    schema: {
      tags: ['tracking'],
      summary: 'Registra fino a 50 eventi insieme',
      body: trackBatch,
      response: counted,
    },
    onRequest,
    onError,
    config,
  }
  app.post('/api/tracking/batch', batch, async (request, reply) => {
    const { events } = request.body
    pay(request, { visits, events })
    const customer = await tied(request)
    const accepted = await trackAll(request, tracking(request, customer), customer?.uid ?? null)
    if (accepted === 0) throw visitIsFull()
    return reply.code(202).send({ accepted })
  })
}

type BatchRequest = FastifyRequest & { body: TrackBatch }

/** @returns how many were taken, those of all visits that are not full */
async function trackAll(request: BatchRequest, tracking: Tracking, userId: number | null): Promise<number> {
  const byVisit = [...Map.groupBy(request.body.events, event => event.sessionId)]
  const counts = byVisit.map(async ([visitId, events]) => {
    const tracked = withoutTwins(events).map(event =>
      event.kind === 'interaction' ? interactionTracked(event) : analyticsEventTracked(event, userId),
    )
    const firstKnowing = events.find(event => event.kind === 'interaction')
    const start = () => visitStarted(request, firstKnowing)
    return (await track(tracking, { visitId, events: tracked, start })) ? events.length : 0
  })
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

/** The same client id twice in one batch is one event. */
function withoutTwins<E extends { clientId: string }>(events: readonly E[]): E[] {
  return [...new Map(events.map(event => [event.clientId, event])).values()]
}
