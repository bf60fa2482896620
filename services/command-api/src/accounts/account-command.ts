import type { Account, AccountCommand } from '@tba/events/accounts/account.decider.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { HttpFailure, unauthorized } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { customerContext } from '@tba/runtime/http/visit.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'

/** Null if no account has this id, or if it was erased. */
export async function registeredAccount(log: EventLog, accountId: string): Promise<Account | null> {
  const { state } = await load(log, 'account', accountId)
  return state.status === 'registered' ? state : null
}

/**
 * Of an account, or of its setup: far more than a person makes. Each fold of a longer stream would hold up everybody. A new
 * password and the erasure stay possible.
 */
export const maxChanges = ({ server }: FastifyRequest): number => 3_000 * server.limitScale
const unlimited: readonly AccountCommand['type'][] = ['ChangePassword', 'EraseAccount']

/**
 * On the caller's account. @throws {HttpFailure} 401 if it was erased meanwhile, 400 if its password was changed or a link is
 * not valid, 409 after too many changes
 */
export async function accountCommand({ log }: Deps, request: FastifyRequest, command: AccountCommand) {
  const maxEvents = unlimited.includes(command.type) ? undefined : maxChanges(request)
  const executing = { log, context: customerContext(request), maxEvents }
  const outcome = await execute(executing, customerOf(request).sub, command)
  if (!('refused' in outcome)) return outcome
  if (outcome.refused === 'invalid-link') throw unusableLink()
  throw outcome.refused === 'other-password' ? wrongPassword() : unauthorized()
}

/** The caller's account, by its password, throttled like a sign-in. @throws {HttpFailure} 400, 401 or 429 */
export async function confirmedAccount(deps: Deps, request: FastifyRequest, password: string) {
  const { sub } = customerOf(request)
  const account = await registeredAccount(deps.log, sub)
  if (!account) throw unauthorized()
  const who = { emailHash: sub, address: request.ip, from: 'session' } as const
  const confirmed = await deps.throttle.attempt(who, async verify =>
    (await verify(account.passwordHash, password)) ? account : null,
  )
  if (!confirmed) throw wrongPassword()
  return confirmed
}

const wrongPassword = (): HttpFailure => new HttpFailure(400, 'La password attuale non è corretta')

export function unusableLink(): HttpFailure {
  return new HttpFailure(400, 'Il link non è valido o è scaduto. Richiedine uno nuovo.')
}
