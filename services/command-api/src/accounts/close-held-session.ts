import { execute } from '@tba/runtime/commands/execute.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { untilRefused } from '../until-refused.ts'
import { isLive } from './live-session.ts'

/** Ends the session that this browser holds, if there is one. Without a look at X-Customer: it is this browser's. */
export async function closeHeldSession(
  { log, pool }: Pick<Deps, 'log' | 'pool'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (!request.customerToken) return
  const { claims } = request.customerToken
  // One that is over records nothing: in the name of an erased account it would leave a row for ever.
  if (!(await isLive(log)(claims))) return
  const { sid, sub } = claims
  const context = contextOf(request, `customer:${sub}`)
  const closed = await execute({ log, context }, sid, { type: 'CloseSession', accountId: sub })
  if ('refused' in closed) return
  reply.wrote(closed.position)
  await untilRefused(pool, 'sessions', closed.position)
}
