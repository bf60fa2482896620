import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure, tooMany } from '@tba/runtime/http/failure.ts'
import { limitKey } from '@tba/runtime/http/limits/address.ts'
import type { Buckets } from '@tba/runtime/http/limits/bucket.ts'
import { charge } from '@tba/runtime/http/limits/limit.ts'
import { documented } from '@tba/runtime/http/operations/hook-docs.ts'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { turns } from './turns.ts'
import { type Visits, visits } from './visits.ts'

/** Of one visit: days of clicking without a pause. */
const eventsOfVisitAtMost = 2_000

/** The lengths of bodies that are not announced: as if they were the longest. */
const longestBody = 64 * 1024

type Sent = { visits: Visits; events: readonly { sessionId: string }[] }

/** In the log's queue at a time: a command that comes waits behind no more than these. */
const eventsUnderWayAtMost = 200

/** What all that writes to visits shares in this process: the visits that it knows, their limits, and turns at the log. */
export type TrackingLimiter = ReturnType<typeof trackingLimiter>

export const trackingLimiter = (app: App) => ({
  visits: visits(eventsOfVisitAtMost * app.limitScale),
  take: turns(eventsUnderWayAtMost),
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
  const ofQuiet = bucket('tracking of the quiet', { capacity: 1_000, refillPerSecond: 200 })
  const quiet = bucket('quiet tracking', { capacity: 100, refillPerSecond: 2 })
  const early = tooEarly()
  const share = (request: FastifyRequest, tokens: number) => {
    const cost = tokens / request.server.limitScale
    const isQuiet = quiet.take(limitKey(request.ip), cost).ok
    if (isQuiet && ofQuiet.take('all', cost).ok) return
    charge(ofAll, request, { tokens, key: 'all' })
  }
  return {
    /**
     * What a call costs its address by its size, before its body is read. Whoever was refused is refused so, unread, until
     * the time that `Retry-After` named.
     */
    onArrival: documented({ refusals: [429] }, async (request: FastifyRequest) => {
      early.refuse(limitKey(request.ip))
      charge(ofAddress, request, kibOf(request))
    }),
    /**
     * What it costs the address beyond that, for every event that it writes, the beginning of a visit too; and all of it
     * to what everybody shares.
     * @param arrival what its size has cost already
     * @throws {HttpFailure} 429
     */
    pay(request: FastifyRequest, { visits, events }: Sent, arrival = kibOf(request)): void {
      const started = new Set(events.map(({ sessionId }) => sessionId).filter(id => !visits.known(id)))
      const tokens = Math.max(arrival, events.length + started.size)
      early.unlessRefused(limitKey(request.ip), () => {
        if (tokens > arrival) charge(ofAddress, request, tokens - arrival)
        share(request, tokens)
      })
    },
  }
}

/**
 * Remembers until when this process has refused whom. To read and check a body only to refuse it costs as much as to take
 * it, so who comes again before that time has to be refused by their head.
 */
function tooEarly() {
  // `max` would allocate memory for all keys at once.
  const until = new LRUCache<string, number>({ maxSize: 100_000, sizeCalculation: () => 1 })
  const now = () => performance.now() / 1000
  return {
    /** @throws {HttpFailure} 429 before the time that its last refusal named */
    refuse(key: string): void {
      const wait = (until.get(key) ?? 0) - now()
      if (wait > 0) throw tooMany(wait)
    },
    /** Does what may refuse, and remembers what it said. */
    unlessRefused(key: string, work: () => void): void {
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
  const bytes = Number(headers['content-length'] ?? longestBody)
  return Math.max(1, Math.ceil(Math.min(bytes, longestBody) / 1024))
}

/** Not a 429: it would never be taken, and the client has to let it go. */
export function visitIsFull(): HttpFailure {
  return new HttpFailure(400, 'Questa visita ha già il numero massimo di eventi')
}
