import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure, tooMany } from '@tba/runtime/http/failure.ts'
import { limitKey } from '@tba/runtime/http/limits/address.ts'
import type { Buckets } from '@tba/runtime/http/limits/bucket.ts'
import { charge } from '@tba/runtime/http/limits/limit.ts'
import { documented } from '@tba/runtime/http/operations/hook-docs.ts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Visits, visits } from './visits.ts'
import { weightedQueue } from './weighted-queue.ts'

/** Of one visit: days of clicking without a pause. */
const maxEventsOfVisit = 2_000

/** The lengths of bodies that are not announced: as if they were the longest. */
const maxBodyBytes = 64 * 1024

type TrackedCall = { visits: Visits; events: readonly { sessionId: string }[] }

/** In the log's queue at a time: a command that comes waits behind no more than these. */
const maxPendingEvents = 200

/** What all that writes to visits shares in this process: the visits that it knows, their limits, and turns at the log. */
export type TrackingLimiter = ReturnType<typeof trackingLimiter>

export const trackingLimiter = (app: App) => ({
  visits: visits(maxEventsOfVisit * app.limitScale),
  enqueue: weightedQueue(maxPendingEvents),
  ...trackingLimits(app.bucket),
})

/**
 * A token pays for an event, or for a KiB of what was sent, whichever are more. An address has its own, and all of them
 * together have no more than the read tables take in and a disk can hold, however many addresses there are. Only what an
 * address is allowed is taken from what all share: what it is refused costs nobody else. And a part of
 * that is for addresses that send little, so that fifty which send much leave capacity for visitors.
 */
export function trackingLimits(bucket: Buckets) {
  const ofAddress = bucket('tracking', { capacity: 2_000, refillPerSecond: 200 })
  const ofAll = bucket('tracking of all', { capacity: 4_000, refillPerSecond: 800 })
  const ofLowVolume = bucket('tracking of the quiet', { capacity: 1_000, refillPerSecond: 200 })
  const lowVolume = bucket('quiet tracking', { capacity: 100, refillPerSecond: 2 })
  const refused = refusedUntil()
  const chargeAll = (request: FastifyRequest, tokens: number) => {
    const cost = tokens / request.server.limitScale
    const isLowVolume = lowVolume.take(limitKey(request.ip), cost).ok
    if (isLowVolume && ofLowVolume.take('all', cost).ok) return
    charge(ofAll, request, { tokens, key: 'all' })
  }
  return {
    /**
     * What a call costs its address by its size, before its body is read. Whoever was refused is refused so, unread, until
     * the time that `Retry-After` named.
     */
    chargeBySize: documented({ refusals: [429] }, async (request: FastifyRequest) => {
      refused.assertAllowed(limitKey(request.ip))
      charge(ofAddress, request, kibOf(request))
    }),
    /**
     * What it costs the address beyond that, for every event that it writes, the beginning of a visit too; and all of it
     * to what everybody shares.
     * @param charged what its size has cost already
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
 * Remembers until when this process has refused whom. To read and check a body only to refuse it costs as much as to take
 * it, so who comes again before that time has to be refused by their head.
 */
function refusedUntil() {
  // `max` would allocate memory for all keys at once.
  const until = new LRUCache<string, number>({ maxSize: 100_000, sizeCalculation: () => 1 })
  const now = () => performance.now() / 1000
  return {
    /** @throws {HttpFailure} 429 before the time that its last refusal named */
    assertAllowed(key: string): void {
      const wait = (until.get(key) ?? 0) - now()
      if (wait > 0) throw tooMany(wait)
    },
    /** Does what may refuse, and remembers what it said. */
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

function kibOf({ headers }: FastifyRequest): number {
  const bytes = Number(headers['content-length'] ?? maxBodyBytes)
  return Math.max(1, Math.ceil(Math.min(bytes, maxBodyBytes) / 1024))
}

/** Not a 429: it would never be taken, and the client has to let it go. */
export function visitIsFull(): HttpFailure {
  return new HttpFailure(400, 'Questa visita ha già il numero massimo di eventi')
}
