import type { TokenBucket } from '@tba/runtime/http/bucket.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { charge } from '@tba/runtime/http/limit.ts'
import type { FastifyRequest } from 'fastify'
import type { Visits } from './visits.ts'

/** Of one visit: days of clicking without a pause. */
export const eventsOfVisitAtMost = 2_000

/** An address's tokens. One pays for an event, or for a KiB of what was sent, whichever are more. */
export const trackingBucket = { capacity: 2_000, refillPerSecond: 200 }

type Costs = { bucket: TokenBucket; visits: Visits; events: readonly { sessionId: string }[] }

/**
 * What a call costs beyond the token that it paid on arrival: every event that it writes, the beginning of a visit too.
 * @throws {HttpFailure} 429
 */
export function payForEvents(request: FastifyRequest, { bucket, visits, events }: Costs): void {
  const begun = new Set(events.map(({ sessionId }) => sessionId).filter(id => !visits.known(id)))
  const more = Math.max(events.length + begun.size, kibOf(request)) - 1
  if (more > 0) charge(bucket, request, more)
}

/** A body whose length was not announced costs as much as one that is. */
function kibOf({ headers, body }: FastifyRequest): number {
  const bytes = headers['content-length'] ?? Buffer.byteLength(JSON.stringify(body))
  return Math.ceil(Number(bytes) / 1024)
}

/** Not a 429: it would never be taken, and the client has to let it go. */
export function visitIsFull(): HttpFailure {
  return new HttpFailure(400, 'Questa visita ha già il numero massimo di eventi')
}
