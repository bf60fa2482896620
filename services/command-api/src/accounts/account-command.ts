import type { Account, AccountCommand } from '@tba/events/accounts/account.decider.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { HttpFailure, unauthorized } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

/**
 * Runs a command on the caller's account.
 * @throws {HttpFailure} 401 where it was erased meanwhile, 400 where its password was changed
 */
export async function accountCommand({ log }: Deps, request: FastifyRequest, command: AccountCommand) {
  const { sub } = customerOf(request)
  const context = contextOf(request, `customer:${sub}`)
  const outcome = await execute({ log, context }, sub, command)
  if (!('refused' in outcome)) return outcome
  throw outcome.refused === 'other-password' ? wrongPassword() : unauthorized()
}

/**
 * Checks the password of the caller's account, throttled like a sign-in. @returns the account
 * @throws {HttpFailure} 400, 401 or 429
 */
export async function confirmedAccount(
  deps: Deps,
  request: FastifyRequest,
  password: string,
): Promise<Account> {
  const { sub } = customerOf(request)
  const { state } = await load(deps.log, 'account', sub)
  if (state.status !== 'registered') throw unauthorized()
  const who = { emailHash: sub, address: request.ip, from: 'session' } as const
  const confirmed = await deps.throttle.attempt(who, async verify =>
    (await verify(state.passwordHash, password)) ? state : null,
  )
  if (!confirmed) throw wrongPassword()
  return confirmed
}

function wrongPassword(): HttpFailure {
  return new HttpFailure(400, 'La password attuale non è corretta')
}
