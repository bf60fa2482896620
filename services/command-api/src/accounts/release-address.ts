import { execute } from '@tba/runtime/commands/execute.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import type { Context } from '@tba/runtime/log/event-log.ts'
import type { Deps } from '../deps.ts'

type Erased = { accountId: string; email: string | null }

/** Frees the address. Leads and questionnaires under it stay: the address was never proved to be this customer's. */
export async function releaseAddress(
  { log, secrets }: Pick<Deps, 'log' | 'secrets'>,
  { accountId, email }: Erased,
  context: Context,
): Promise<void> {
  if (!email) return
  const hash = emailHash(secrets.emailHash, email)
  await execute({ log, context }, hash, { type: 'ReleaseEmail', accountId })
}
