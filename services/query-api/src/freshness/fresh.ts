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

/** Like `fresh`, but first waits a moment for the end of the log: administrators look at what others did. */
export function freshOfAll(freshness: Freshness, projections: readonly string[]) {
  const ofOwn = fresh(freshness, projections)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await freshness.reachHead(projections)
    await ofOwn(request, reply)
  }
}

/**
 * Answers an error of a route. A 401 of a stale read becomes 503: the session may be newer than the tables, and a 401
 * would sign the client out. `SessionOver` stays 401: it comes from the log, which is never late.
 */
export function answerReadError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isSignedOut = error instanceof HttpFailure && error.status === 401 && !(error instanceof SessionOver)
  return answerFailure(isSignedOut && reply.hasHeader('x-stale') ? unavailable() : error, request, reply)
}
