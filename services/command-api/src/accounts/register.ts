import { type Account, accountDecider } from '@tba/events/accounts/account.decider.ts'
import type { Register } from '@tba/events/accounts/commands.ts'
import { emailDecider } from '@tba/events/accounts/email.decider.ts'
import { type Refusal, refuse } from '@tba/events/decider.ts'
import { streams } from '@tba/events/streams.ts'
import { handle, load } from '@tba/runtime/commands/handle.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import type { Context } from '@tba/runtime/log/event-log.ts'
import type { Deps } from '../deps.ts'

type Needs = Pick<Deps, 'log'> & {
  passwords: Pick<Deps['passwords'], 'hash'>
  secrets: Pick<Deps['secrets'], 'emailHash'>
  drawUserId: () => Promise<number>
}
type Registered = { account: Account }
export type Registering = { accountId: string; body: Register; context: Context }

/**
 * Claims the address, then writes the account. A claim whose account never appeared (its process died between
 * the two) is taken over: giving up the old registration is an event in its own stream, so that the old one and
 * the new one can't both succeed.
 */
export async function register(
  deps: Needs,
  { accountId, body, context }: Registering,
): Promise<Registered | Refusal<'taken'>> {
  const email = body.email.toLowerCase()
  const address = { deps, stream: streams.email(emailHash(deps.secrets.emailHash, email)) }
  const holder = await registered(deps, await heldBy(address))
  // Taken up again after an answer that never got through: it is done already.
  if (holder?.accountId === accountId) return { account: holder.account }
  if (holder) return refuse('taken')

  // All slow work first: between the claim and the account nothing should take long.
  const [passwordHash, userId] = await Promise.all([deps.passwords.hash(body.password), deps.drawUserId()])
  if (!(await claim(address, accountId, context))) return refuse('taken')

  const registration = { userId, email, firstName: body.firstName, lastName: body.lastName, passwordHash }
  const outcome = await handle(
    {
      log: deps.log,
      decider: accountDecider,
      stream: streams.account(accountId),
      context,
    },
    { type: 'RegisterAccount', registration },
  )
  return outcome.state.status === 'registered' && !('refused' in outcome)
    ? { account: outcome.state }
    : refuse('taken')
}

type Address = { deps: Needs; stream: string }

async function heldBy({ deps, stream }: Address): Promise<string | null> {
  return (await load(deps.log, emailDecider, stream)).state.heldBy
}

async function registered({ log }: Needs, accountId: string | null) {
  if (!accountId) return null
  const { state } = await load(log, accountDecider, streams.account(accountId))
  return state.status === 'registered' ? { accountId, account: state } : null
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
