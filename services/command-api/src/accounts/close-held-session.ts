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
  const claims = request.customerToken?.claims
  // One that is over records nothing: in the name of an erased account it would leave a row for ever.
  if (!claims || !(await isLive(log)(claims))) return
  const { sid, sub: accountId } = claims
  const context = contextOf(request, `customer:${accountId}`)
  const closed = await execute({ log, context }, sid, { type: 'CloseSession', accountId })
  if ('refused' in closed) return
  reply.wrote(closed.position)
  await untilRefused(pool, 'sessions', closed.position)
}
