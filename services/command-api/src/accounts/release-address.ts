import { emailDecider } from '@tba/events/accounts/email.decider.ts'
import { streams } from '@tba/events/streams.ts'
import { handle } from '@tba/runtime/commands/handle.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import type { Context } from '@tba/runtime/log/event-log.ts'
import type { Deps } from '../deps.ts'

type Erased = { accountId: string; email: string | null }

/** The address is free again. What came in under it stays: nobody has shown that it is this customer's. */
export async function releaseAddress(
  { log, secrets }: Deps,
  { accountId, email }: Erased,
  context: Context,
): Promise<void> {
  if (!email) return
  const stream = streams.email(emailHash(secrets.emailHash, email))
  await handle({ log, decider: emailDecider, stream, context }, { type: 'ReleaseEmail', accountId })
}
