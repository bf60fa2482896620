import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure, tooMany } from '@tba/runtime/http/failure.ts'
import { limitKey } from '@tba/runtime/http/limits/address.ts'
import type { Buckets } from '@tba/runtime/http/limits/bucket.ts'
import { fairQueue } from '@tba/runtime/http/limits/fair-queue.ts'
import { charge, kibOf, sharedLimit } from '@tba/runtime/http/limits/limit.ts'
import { documented } from '@tba/runtime/http/operations/hook-docs.ts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Visits, visits } from './visits.ts'

/** Of one visit: days of clicking without a pause. */
const maxEventsOfVisit = 2_000

type TrackedCall = { visits: Visits; events: readonly { sessionId: string }[] }

/** In the log's queue at a time. A command waits behind no more than these. */
const maxPendingEvents = 200

/**
 * The known visits of this process, which all code that writes to visits shares. Tracking also shares the limits and the queue
 * for the log.
 */
export type TrackingLimiter = ReturnType<typeof trackingLimiter>

export const trackingLimiter = (app: App) => ({
  visits: visits(maxEventsOfVisit * app.limitScale),
  // Each that waits keeps its events in memory. The client sends a refused one again.
  enqueue: fairQueue({ concurrency: maxPendingEvents, queueLimit: 5_000 }),
  ...trackingLimits(app.bucket),
})

/**
 * A call costs a token per event or per KiB, the higher of the two. Each address has its own bucket. All addresses share
 * another one: no more than the read tables and the disk can take. A refused call takes nothing from the shared bucket.
 */
export function trackingLimits(bucket: Buckets) {
  const ofAddress = bucket('tracking', { capacity: 2_000, refillPerSecond: 200 })
  const chargeAll = sharedLimit(bucket, 'tracking', {
    ofAll: { capacity: 4_000, refillPerSecond: 800 },
    reserved: { capacity: 1_000, refillPerSecond: 200 },
    quiet: { capacity: 100, refillPerSecond: 2 },
  })
  const refused = refusedUntil()
  return {
    /**
     * Charges the address for the size of a call, before its body is read. After a refusal, calls are refused unread until
     * the time of `Retry-After`.
     */
    chargeBySize: documented({ refusals: [429] }, async (request: FastifyRequest) => {
      refused.assertAllowed(limitKey(request.ip))
      charge(ofAddress, request, kibOf(request))
    }),
    /**
     * Charges the address for every event, also for the start of a visit, minus what was charged already. The shared bucket
     * is charged for all.
     * @param charged for the size of the call
     * @throws {HttpFailure} 429
     */
    charge(request: FastifyRequest, { visits, events }: TrackedCall, charged = kibOf(request)): void {
      const started = new Set(events.map(({ sessionId }) => sessionId).filter(id => !visits.isKnown(id)))
      const tokens = Math.max(charged, events.length + started.size)
      refused.rememberRefusal(limitKey(request.ip), () => {
        if (tokens > charged) charge(ofAddress, request, tokens - charged)
        chargeAll(request, tokens)
      })
    },
  }
}

/**
 * Remembers which addresses are refused, and until when. Reading and checking a body costs as much as accepting it, so a
 * call before that time is refused by its head alone.
 */
function refusedUntil() {
  // `max` would allocate memory for all keys at once.
  const until = new LRUCache<string, number>({ maxSize: 100_000, sizeCalculation: () => 1 })
  const now = () => performance.now() / 1000
  return {
    /** @throws {HttpFailure} 429 before the time of the last refusal */
    assertAllowed(key: string): void {
      const wait = (until.get(key) ?? 0) - now()
      if (wait > 0) throw tooMany(wait)
    },
    /** Runs work that may refuse, and remembers a refusal. */
    rememberRefusal(key: string, work: () => void): void {
      try {
        work()
      } catch (error) {
        if (error instanceof HttpFailure) until.set(key, now() + Number(error.headers['retry-after'] ?? 0))
        throw error
      }
    },
  }
}

/** Not a 429: a retry would never succeed, so the client must drop the events. */
export function visitIsFull(): HttpFailure {
  return new HttpFailure(400, 'Questa visita ha già il numero massimo di eventi')
}
