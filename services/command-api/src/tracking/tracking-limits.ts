import { tokenBucket } from '@tba/runtime/http/bucket.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { documented } from '@tba/runtime/http/hook-docs.ts'
import { charge } from '@tba/runtime/http/limit.ts'
import { syncHook } from '@tba/runtime/http/sync-hook.ts'
import type { FastifyRequest } from 'fastify'
import type { Visits } from './visits.ts'

/** Of one visit: days of clicking without a pause. */
export const eventsOfVisitAtMost = 2_000

/** The lengths of bodies that are not announced: as if they were the longest. */
const longestBody = 64 * 1024

type Sent = { visits: Visits; events: readonly { sessionId: string }[] }

export type TrackingLimits = {
  /** What a call costs by its size, before its body is read. */
  onArrival: ReturnType<typeof syncHook>
  /**
   * What it costs beyond that: every event that it writes, the beginning of a visit too.
   * @throws {HttpFailure} 429
   */
  pay(request: FastifyRequest, sent: Sent): void
}

/**
 * A token pays for an event, or for a KiB of what was sent, whichever are more. An address has its own, and all of them
 * together have no more than the read tables take in and a disk can hold, however many addresses there are.
 */
export function trackingLimits(): TrackingLimits {
  const ofAddress = tokenBucket({ capacity: 2_000, refillPerSecond: 200 })
  const ofAll = tokenBucket({ capacity: 5_000, refillPerSecond: 1_000 })
  const take = (request: FastifyRequest, tokens: number) => {
    charge(ofAddress, request, tokens)
    charge(ofAll, request, { tokens, key: 'all' })
  }
  return {
    onArrival: documented(
      { refusals: [429] },
      syncHook(request => take(request, kibOf(request))),
    ),
    pay(request, { visits, events }) {
      const begun = new Set(events.map(({ sessionId }) => sessionId).filter(id => !visits.known(id)))
      const more = events.length + begun.size - kibOf(request)
      if (more > 0) take(request, more)
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
