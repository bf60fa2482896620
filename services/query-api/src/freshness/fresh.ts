import { answerFailure } from '@tba/runtime/http/answer-failure.ts'
import { HttpFailure, SessionOver, unavailable } from '@tba/runtime/http/failure.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Freshness } from './freshness.ts'

/** A hook that waits until the projections contain the client's own writes; after that time it sets `X-Stale`. */
export function fresh(freshness: Freshness, projections: readonly string[]) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const reached = await Promise.all(request.after.map(position => freshness.reach(projections, position)))
    if (reached.includes(false)) reply.header('x-stale', 'true')
    const held = freshness.heldBy(projections)
    if (held) reply.header('x-as-of', held)
  }
}

/** A hook for administrators, who look at what others did: it waits a moment for all of that too, and then as `fresh` does. */
export function freshOfAll(freshness: Freshness, projections: readonly string[]) {
  const ofOwn = fresh(freshness, projections)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await freshness.reachHead(projections)
    await ofOwn(request, reply)
  }
}

/**
 * Answers an error of a route. A 401 of a stale read becomes 503: the session may have been opened a moment ago, and a 401
 * would sign the client out. What the log says itself is no matter of delay.
 */
export function answerReadError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isSignedOut = error instanceof HttpFailure && error.status === 401 && !(error instanceof SessionOver)
  return answerFailure(isSignedOut && reply.hasHeader('x-stale') ? unavailable() : error, request, reply)
}
