import { answerFailure } from '@tba/runtime/http/answer-failure.ts'
import { HttpFailure, unavailable } from '@tba/runtime/http/failure.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Freshness } from './freshness.ts'

/** A hook that holds a request back until what it reads holds the client's own writes, or says that it does not. */
export function fresh(freshness: Freshness, projections: readonly string[]) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const reached = await Promise.all(request.after.map(position => freshness.reach(projections, position)))
    if (reached.includes(false)) reply.header('x-stale', 'true')
    const held = freshness.heldBy(projections)
    if (held) reply.header('x-as-of', held)
  }
}

/**
 * Answers what a route threw. Where the session of somebody with a valid token is not found in a stale read, it may
 * have been opened a moment ago: they are asked to come back, not signed out.
 */
export function blameDelay(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isSignedOut = error instanceof HttpFailure && error.status === 401
  return answerFailure(isSignedOut && reply.hasHeader('x-stale') ? unavailable() : error, request, reply)
}
