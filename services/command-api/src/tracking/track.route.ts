import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import { trackAnalytics, trackBatch, trackInteraction } from '@tba/events/tracking/commands.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { tokenBucket } from '@tba/runtime/http/bucket.ts'
import { limit } from '@tba/runtime/http/limit.ts'
import { repeatable } from '@tba/runtime/http/repeatable.ts'
import type { CustomerClaims } from '@tba/runtime/http/session.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { withFixedAnswer } from '../idempotency.ts'
import { tiedCustomer } from './tied-customer.ts'
import { type Tracking, track } from './track.ts'
import { analyticsEventTracked, interactionTracked, visitStarted } from './tracked-events.ts'
import { visits as knownVisits } from './visits.ts'

/** 202 once appended. Tracking sets no position: nobody reads their own clicks. */
export function trackRoutes(app: App, { log, idempotency }: Deps) {
  const visits = knownVisits()
  const onRequest = limit(tokenBucket({ capacity: 2000, refillPerSecond: 200 }))
  const response = { 202: ok, 413: failure, 429: failure }
  const config = { quiet: true }
  const tied = tiedCustomer(log)
  const tracking = (request: FastifyRequest, customer: CustomerClaims | null): Tracking => ({
    log,
    visits,
    context: contextOf(request, customer ? `customer:${customer.sub}` : 'visitor'),
    consent: request.consent,
  })

  const interaction = {
    schema: {
      ...repeatable,
      tags: ['tracking'],
      summary: 'Registra un’interazione',
      body: trackInteraction,
      response,
    },
    onRequest,
    config,
  }
  app.post('/api/tracking/interaction', interaction, async (request, reply) => {
    const { body } = request
    const customer = await tied(request)
    const events = [interactionTracked(body)]
    const tracked = { visitId: body.sessionId, events, start: () => visitStarted(request, body) }
    const work = withFixedAnswer(202, { ok: true as const }, () =>
      track(tracking(request, customer), tracked),
    )
    return reply.code(202).send(await idempotency.once({ request, reply }, work))
  })

  const analytics = {
    schema: {
      ...repeatable,
      tags: ['tracking'],
      summary: 'Registra un evento di analisi',
      body: trackAnalytics,
      response,
    },
    onRequest,
    config,
  }
  app.post('/api/tracking/analytics', analytics, async (request, reply) => {
    const { body } = request
    const customer = await tied(request)
    const events = [analyticsEventTracked(body, customer?.uid ?? null)]
    const tracked = { visitId: body.sessionId, events, start: () => visitStarted(request) }
    const work = withFixedAnswer(202, { ok: true as const }, () =>
      track(tracking(request, customer), tracked),
    )
    return reply.code(202).send(await idempotency.once({ request, reply }, work))
  })

  const accepted = { 202: z.object({ accepted: z.int() }), 413: failure, 429: failure }
  const batch = {
    schema: {
      ...repeatable,
      tags: ['tracking'],
      summary: 'Registra fino a 50 eventi insieme',
      body: trackBatch,
      response: accepted,
    },
    onRequest,
    config,
  }
  app.post('/api/tracking/batch', batch, async (request, reply) => {
    const { events } = request.body
    const customer = await tied(request)
    const byVisit = Map.groupBy(events, event => event.sessionId)
    const work = withFixedAnswer(202, { accepted: events.length }, async () => {
      await Promise.all(
        [...byVisit].map(([visitId, tracked]) =>
          track(tracking(request, customer), {
            visitId,
            events: withoutTwins(tracked).map(event =>
              event.kind === 'interaction'
                ? interactionTracked(event)
                : analyticsEventTracked(event, customer?.uid ?? null),
            ),
            start: () =>
              visitStarted(
                request,
                tracked.find(event => event.kind === 'interaction'),
              ),
          }),
        ),
      )
      return null
    })
    return reply.code(202).send(await idempotency.once({ request, reply }, work))
  })
}

/** The same client id twice in one batch is one event. */
function withoutTwins<E extends { clientId: string }>(events: readonly E[]): E[] {
  return [...new Map(events.map(event => [event.clientId, event])).values()]
}
