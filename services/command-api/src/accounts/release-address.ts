import { execute } from '@tba/runtime/commands/execute.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import type { Context } from '@tba/runtime/log/event-log.ts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

type Erased = { accountId: string; email: string | null; context: Context }

/**
 * Frees the address of an erased account; where that fails, the job of the erasure does it. Leads and questionnaires under
 * it stay: the address was never proved to be this customer's.
 */
export async function releaseAddress(
  { log, secrets }: Deps,
  request: FastifyRequest,
  { accountId, email, context }: Erased,
): Promise<void> {
  if (!email) return
  const hash = emailHash(secrets.emailHash, email)
  await execute({ log, context }, hash, { type: 'ReleaseEmail', accountId }).catch(err =>
    request.log.error({ err }, 'an erasure was left to its job'),
  )
}
