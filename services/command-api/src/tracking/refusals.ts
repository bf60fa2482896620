import { type Failure, failure } from '@tba/events/failure.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { Context, EventToRecord } from '@tba/runtime/log/event-log.ts'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { track } from './track.ts'
import { visitStarted } from './tracked-events.ts'
import type { TrackingLimiter } from './tracking-limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer, if it refuses a visitor's action. */
    refusal: Failure | null
  }
}

/** Enough for one visitor, and a limit for a program. Each process counts for itself. */
const maxOfVisit = 100
/** Further ones are dropped. */
const maxPending = 100
const maxVisits = 50_000

/** Records in the visit that an action was refused, after the answer. It counts in the tracking limits of the address. */
export function recordRefusals(
  app: App,
  { log, disk }: Pick<Deps, 'log' | 'disk'>,
  limiter: TrackingLimiter,
) {
  const counts = new LRUCache<string, number>({ max: maxVisits })
  const pending = new Set<Promise<unknown>>()

  /** Whether one more is recorded; its cost is then taken from the limits. */
  function isAllowed(request: FastifyRequest, visitId: string): boolean {
    const count = counts.get(visitId) ?? 0
    if (count >= maxOfVisit || pending.size >= maxPending || disk.isLow()) return false
    try {
      limiter.charge(request, { visits: limiter.visits, events: [{ sessionId: visitId }] }, 0)
    } catch {
      return false
    }
    counts.set(visitId, count + 1)
    return true
  }

  function record(request: FastifyRequest, event: EventToRecord, visitId: string): void {
    const { visits, enqueue } = limiter
    const tracking = { log, visits, enqueue, context: unnamedContext(request), consent: request.consent }
    const tracked = { visitId, events: [event], start: () => visitStarted(request) }
    const work = track(tracking, tracked).catch(error => {
      disk.failed(error)
      request.log.warn({ err: error }, 'a refusal could not be recorded')
    })
    pending.add(work)
    work.finally(() => pending.delete(work))
  }

  async function afterAnswer(request: FastifyRequest, { statusCode }: FastifyReply): Promise<void> {
    const { refusal, visitId } = request
    if (!refusal || !visitId || !isAllowed(request, visitId)) return
    const action = `${request.method} ${request.routeOptions.url}`
    const data = { action, reason: reasonOf(refusal, statusCode), status: statusCode }
    record(request, { type: 'ActionRefused', data }, visitId)
  }

  app.decorateRequest('refusal', null)
  app.addHook('onRoute', route => {
    if (!isOfVisitors(route)) return
    route.preSerialization = [route.preSerialization ?? [], keepRefusal].flat()
    route.onResponse = [route.onResponse ?? [], afterAnswer].flat()
  })
  app.addHook('onClose', () => Promise.all(pending))
}

/** Administrators and readers of reports have no visit. Tracking and consent are not actions that a visitor wants. */
const excluded = /^\/api\/(?:admin|reports|tracking|consent)(?:\/|$)/
const writingMethods = ['POST', 'PUT', 'PATCH', 'DELETE']

const isOfVisitors = ({ method, url }: Pick<RouteOptions, 'method' | 'url'>) =>
  [method].flat().some(verb => writingMethods.includes(verb)) &&
  url.startsWith('/api/') &&
  !excluded.test(url)

async function keepRefusal(request: FastifyRequest, { statusCode }: FastifyReply, payload: unknown) {
  if (statusCode >= 400 && statusCode < 500 && isFailure(payload)) request.refusal = payload
  return payload
}

/** Without consent not even the number of the request tells whose else it was. */
function unnamedContext(request: FastifyRequest): Context {
  const context = contextOf(request, 'visitor')
  return request.consent ? context : { ...context, correlationId: crypto.randomUUID() }
}

const maxReasonLength = 200

export const isFailure = (payload: unknown): payload is Failure => failure.safeParse(payload).success

/**
 * The message without the parts that differ between visitors. After a colon, a broken rule may name a sent value, and the
 * time to wait differs each time.
 */
export function reasonOf({ message, issues }: Failure, status: number): string | null {
  if (status === 429) return 'Troppe richieste'
  const [fixed = ''] = issues ? message.split(':', 1) : [message]
  return fixed.trim().slice(0, maxReasonLength) || null
}
