import type { Account } from '@tba/events/accounts/account.decider.ts'
import { type Register, register as registration } from '@tba/events/accounts/commands.ts'
import { user } from '@tba/events/accounts/views.ts'
import { type Execution, execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { emailHash } from '@tba/runtime/email-hash.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { limit, sharedLimit } from '@tba/runtime/http/limits/limit.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { Context } from '@tba/runtime/log/event-log.ts'
import { type Deps, few } from '../deps.ts'
import { type Requested, repeatableCall } from '../repeatable-call.ts'
import { registeredAccount } from './account-command.ts'
import { userAt, userOf } from './profile.route.ts'
import { signIn } from './sessions/open-session.ts'
import { nextUserId } from './user-ids.ts'

export function registerRoute(app: App, deps: Deps) {
  const { log, passwords } = deps
  const bucket = app.bucket('registrations', { capacity: 1000, refillPerSecond: 1 })
  const ofAll = sharedLimit(app.bucket, 'registrations', {
    ofAll: { capacity: 4_000, refillPerSecond: 8 },
    reserved: { capacity: 1_000, refillPerSecond: 2 },
    quiet: few,
  })

  const signInAs = (requested: Requested<Register>, accountId: string, account: Account) =>
    signIn(deps, requested, {
      accountId,
      account,
      emailHash: emailHash(deps.secrets.emailHash, requested.body.email),
    })

  repeatableCall(app, deps, {
    method: 'POST',
    url: '/api/register',
    status: 201,
    onRequest: limit(bucket, ofAll),
    tag: 'accounts',
    summary: 'Registra un cliente e apre la sua sessione',
    body: registration,
    view: user,
    async run(requested, accountId) {
      const { request, body } = requested
      const context = contextOf(request, `customer:${accountId}`)
      const account = await register(deps, { accountId, body, address: request.ip, context })
      if (!account) throw taken()
      return { answer: userOf(account), position: await signInAs(requested, accountId, account) }
    },
    /** A repeated request signs in too, unless the password has changed since. */
    async repeatedAnswer(requested, { seed: accountId, revision }) {
      const { request, reply, body } = requested
      const account = await registeredAccount(log, accountId)
      if (!account) throw taken()
      if (!(await passwords.verify(account.passwordHash, body.password, request.ip))) throw taken()
      reply.wrote(await signInAs(requested, accountId, account))
      return userAt(log, accountId, revision)
    },
  })
}

const taken = (): HttpFailure => new HttpFailure(409, 'Email già registrata')

type Registering = { accountId: string; body: Register; address: string; context: Context }

/**
 * Claims the address, then writes the account. If the process died between the two, the claim has no account and is
 * taken over. Before that, an event in the old account’s stream abandons the old registration: they cannot both
 * succeed.
 * @returns null if the address has an account
 */
async function register(
  deps: Deps,
  { accountId, body, address, context }: Registering,
): Promise<Account | null> {
  const email = body.email.toLowerCase()
  const { log, secrets } = deps
  const hash = emailHash(secrets.emailHash, email)
  // First, because hashing waits in a queue: a thousand registrations at once then read the log one by one. All slow
  // work is before the claim, so that the account follows it quickly.
  const passwordHash = await deps.passwords.hash({ password: body.password, email }, address)
  const { heldBy } = (await load(log, 'email', hash)).state
  const holder = heldBy === null ? null : await registeredAccount(log, heldBy)
  // A repeat of a request whose answer was lost: the account exists already. Its password may have changed since.
  if (holder) {
    const isRepeat =
      heldBy === accountId && (await deps.passwords.verify(holder.passwordHash, body.password, address))
    return isRepeat ? holder : null
  }

  const userId = await nextUserId(deps.pool)
  if (!(await claim({ log, context }, hash, accountId))) return null

  const registration = { userId, email, firstName: body.firstName, lastName: body.lastName, passwordHash }
  const outcome = await execute({ log, context }, accountId, { type: 'RegisterAccount', registration })
  return outcome.state.status === 'registered' && !('refused' in outcome) ? outcome.state : null
}

async function claim(executing: Execution, hash: string, accountId: string): Promise<boolean> {
  const claimed = await execute(executing, hash, { type: 'ClaimEmail', accountId })
  if (!('refused' in claimed)) return true
  const holder = claimed.state.heldBy
  if (!holder) return false
  const abandoned = await execute(executing, holder, { type: 'AbandonRegistration' })
  if ('refused' in abandoned) return false
  return !('refused' in (await execute(executing, hash, { type: 'TakeOverEmail', accountId, from: holder })))
}
