import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Freshness } from './freshness.ts'

/** A hook that holds a request back until what it reads holds the client's own writes, or says that it does not. */
export function fresh(freshness: Freshness, projections: readonly string[]) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.after === null || (await freshness.reach(projections, request.after))) return
    reply.header('x-stale', 'true')
  }
}
