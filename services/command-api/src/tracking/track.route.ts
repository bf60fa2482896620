import { ok } from '@tba/events/failure.ts'
import {
  type TrackAnalytics,
  type TrackInteraction,
  trackAnalytics,
  trackBatch,
  trackInteraction,
} from '@tba/events/tracking/commands.ts'
import type { Disk } from '@tba/runtime/disk.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { documented } from '@tba/runtime/http/operations/hook-docs.ts'
import type { CustomerClaims } from '@tba/runtime/http/session.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { isSessionOpen } from '../accounts/sessions/require-open-session.ts'
import type { Deps } from '../deps.ts'
import { track } from './track.ts'
import { analyticsEventTracked, interactionTracked, visitStarted } from './tracked-events.ts'
import { type TrackingLimiter, visitIsFull } from './tracking-limits.ts'

type Sent = ({ kind: 'interaction' } & TrackInteraction) | ({ kind: 'analytics' } & TrackAnalytics)

/**
 * 202 once appended. Tracking sets no position: nobody reads their own clicks. An Idempotency-Key means nothing here: a
 * `clientId` makes a repeat count once, and costs no row.
 */
export function trackRoutes(app: App, { log, disk }: Deps, limiter: TrackingLimiter) {
  const { visits, enqueue, chargeBySize, charge } = limiter
  const shared = {
    onRequest: [refuseOnFullDisk(disk), chargeBySize],
    onError: async (_request: FastifyRequest, _reply: FastifyReply, error: Error) => disk.failed(error),
    config: { quiet: true },
  }
  const tags = ['tracking']
  const response = { 202: ok }
  const tied = tiedCustomer(log)

  const errors = new LRUCache<string, number>({ max: maxRemembered })
  /** Errors of the browser: with consent, the first ones of each visit. Each process counts for itself. */
  function isWanted({ consent }: FastifyRequest, event: Sent): boolean {
    if (event.kind !== 'interaction' || event.eventType !== 'error') return true
    const count = errors.get(event.sessionId) ?? 0
    errors.set(event.sessionId, count + 1)
    return consent && count < maxErrors
  }

  /** @returns how many were taken, those of all visits that are not full @throws {HttpFailure} 400 where all are */
  async function taken(request: FastifyRequest, sent: readonly Sent[]): Promise<number> {
    charge(request, { visits, events: sent })
    const customer = await tied(request)
    const context = contextOf(request, customer ? `customer:${customer.sub}` : 'visitor')
    const tracking = { log, enqueue, visits, context, consent: request.consent }
    const byVisit = [
      ...Map.groupBy(
        sent.filter(event => isWanted(request, event)),
        event => event.sessionId,
      ),
    ]
    if (byVisit.length === 0) return sent.length
    const counts = byVisit.map(async ([visitId, its]) => {
      const events = withoutRepeats(its).map(event =>
        event.kind === 'interaction'
          ? interactionTracked(event)
          : analyticsEventTracked(event, customer?.uid ?? null),
      )
      const firstKnowing = its.find(event => event.kind === 'interaction')
      const start = () => visitStarted(request, firstKnowing)
      return (await track(tracking, { visitId, events, start })) ? its.length : 0
    })
    const accepted = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
    if (accepted === 0) throw visitIsFull()
    return accepted
  }

  const interaction = { tags, summary: 'Registra un’interazione', body: trackInteraction, response }
  app.post('/api/tracking/interaction', { schema: interaction, ...shared }, async (request, reply) => {
    await taken(request, [{ kind: 'interaction', ...request.body }])
    return reply.code(202).send({ ok: true })
  })

  const analytics = { tags, summary: 'Registra un evento di analisi', body: trackAnalytics, response }
  app.post('/api/tracking/analytics', { schema: analytics, ...shared }, async (request, reply) => {
    await taken(request, [{ kind: 'analytics', ...request.body }])
    return reply.code(202).send({ ok: true })
  })

  const batch = {
    tags,
    summary: 'Registra fino a 50 eventi insieme',
    body: trackBatch,
    response: { 202: z.object({ accepted: z.int() }) },
  }
  app.post('/api/tracking/batch', { schema: batch, ...shared }, async (request, reply) =>
    reply.code(202).send({ accepted: await taken(request, request.body.events) }),
  )
}

/** The same client id twice in one batch is one event. */
function withoutRepeats(events: readonly Sent[]): Sent[] {
  return [...new Map(events.map(event => [event.clientId, event])).values()]
}

const message = 'Il tracciamento è momentaneamente sospeso. Riprova più tardi.'

/** Tracking goes first where the disk gets full, so that what customers do can still be written. */
function refuseOnFullDisk(disk: Disk) {
  return documented({ refusals: [503] }, async (_request: FastifyRequest, reply: FastifyReply) => {
    // Not thrown: a line in the log for each would fill the rest of the disk.
    if (disk.isLow()) return reply.code(503).header('retry-after', '60').send({ message })
  })
}

/** Clicks come by the thousand, so that a session is checked once in this time; no ended one counts for longer. */
const rememberedForMs = 2_000
const maxRemembered = 10_000
/** Of one visit. */
const maxErrors = 5

/** The customer to record with a tracked event: one who consented and whose session is open; null for anybody else. */
export function tiedCustomer(log: EventLog, perf: Pick<Performance, 'now'> = performance) {
  const ask = isSessionOpen(log)
  const sessions = new LRUCache<string, boolean, CustomerClaims>({
    max: maxRemembered,
    ttl: rememberedForMs,
    ttlResolution: 0,
    perf,
    fetchMethod: (_sid, _stale, { context }) => ask(context),
  })
  return async ({ consent, customer }: Pick<FastifyRequest, 'consent' | 'customer'>) =>
    consent && customer && (await sessions.fetch(customer.sid, { context: customer })) ? customer : null
}
