import { randomUUID } from 'node:crypto'
import type { Register } from '@tba/events/accounts/commands.ts'
import { type Refusal, refuse } from '@tba/events/decider.ts'
import type { Context } from '@tba/events/log/event-log.ts'
import { streams } from '@tba/events/streams.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import type { Deps } from '../deps.ts'
import { handle, load } from '../handle.ts'
import { type AccountState, accountDecider } from './account.decider.ts'
import { emailDecider } from './email.decider.ts'
import { drawUserId } from './user-ids.ts'

type Registered = { accountId: string; state: AccountState }
export type Registering = { body: Register; context: (accountId: string) => Context }

/**
 * Claims the address, then writes the account. A claim whose account never appeared (its process died between
 * the two) is taken over: giving up the old registration is an event in its own stream, so that the old one and
 * the new one can't both succeed.
 */
export async function register(
  deps: Deps,
  { body, context }: Registering,
): Promise<Registered | Refusal<'taken'>> {
  const email = body.email.toLowerCase()
  const address = { deps, stream: streams.email(emailHash(deps.secrets.emailHash, email)) }
  if (await isRegistered(deps, await heldBy(address))) return refuse('taken')

  // All slow work first: between the claim and the account nothing should take long.
  const accountId = randomUUID()
  const [passwordHash, userId] = await Promise.all([
    deps.passwords.hash(body.password),
    drawUserId(deps.pool),
  ])
  if (!(await claim(address, accountId, context(accountId)))) return refuse('taken')

  const registration = { userId, email, firstName: body.firstName, lastName: body.lastName, passwordHash }
  const outcome = await handle(
    {
      log: deps.log,
      decider: accountDecider,
      stream: streams.account(accountId),
      context: context(accountId),
    },
    { type: 'RegisterAccount', registration },
  )
  return 'refused' in outcome ? refuse('taken') : { accountId, state: outcome.state }
}

type Address = { deps: Deps; stream: string }

async function heldBy({ deps, stream }: Address): Promise<string | null> {
  return (await load(deps.log, emailDecider, stream)).state.heldBy
}

async function isRegistered({ log }: Deps, accountId: string | null): Promise<boolean> {
  if (!accountId) return false
  return (await load(log, accountDecider, streams.account(accountId))).state.status === 'registered'
}

async function claim({ deps: { log }, stream }: Address, accountId: string, context: Context) {
  const address = { log, decider: emailDecider, stream, context }
  const claimed = await handle(address, { type: 'ClaimEmail', accountId })
  if (!('refused' in claimed)) return true
  const holder = claimed.state.heldBy
  if (!holder) return false
  const abandoned = await handle(
    { log, decider: accountDecider, stream: streams.account(holder), context },
    { type: 'AbandonRegistration' },
  )
  if ('refused' in abandoned) return false
  return !('refused' in (await handle(address, { type: 'TakeOverEmail', accountId, from: holder })))
}
