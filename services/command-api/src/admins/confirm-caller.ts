import type { ConsoleAccount } from '@tba/events/admins/administrators.decider.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { adminOf, consoleAccount } from '@tba/runtime/http/admin-session.ts'
import { HttpFailure, unauthorized } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { FastifyRequest } from 'fastify'
import { rememberBrowser } from '../accounts/sessions/known-browser.ts'
import { awaitRevocation } from '../await-revocation.ts'
import type { Deps } from '../deps.ts'
import type { Exchange } from '../idempotency.ts'

type Given = {
  /** Left out where the call asks for none. */
  password?: string
  /** Checks a code. @returns the answer to a wrong one */
  refusal?: () => Promise<HttpFailure | null>
}

/** The caller’s account, by its password or a code. Throttled like a sign-in. @throws {HttpFailure} 400 or 429 */
export async function confirmCaller(
  { log, throttle }: Deps,
  request: FastifyRequest,
  { password, refusal }: Given,
): Promise<ConsoleAccount> {
  const { sub } = adminOf(request)
  let refused = new HttpFailure(400, 'La password attuale non è corretta')
  const who = { emailHash: sub, address: request.ip, from: 'session' } as const
  const confirmed = await throttle.attempt(who, async verify => {
    const account = await consoleAccount(log, sub)
    if (!account) throw unauthorized()
    if (password !== undefined && !(await verify(account.passwordHash, password))) {
      request.server.consoleFailed('AdminSignInFailed', sub)
      return null
    }
    const wrongCode = await refusal?.().catch(error => {
      throw error instanceof HttpFailure ? inSession(error) : error
    })
    if (!wrongCode) return account
    refused = inSession(wrongCode)
    return null
  })
  if (!confirmed) throw refused
  return confirmed
}

/** 401 would say that the session is over. */
const inSession = ({ status, message, headers, more }: HttpFailure) =>
  new HttpFailure(status === 401 ? 400 : status, message, { headers, ...more })

/** After a change of the password or the second factor: only this session stays, and only this browser is known. */
export async function endOtherSessions({ log, pool, secrets }: Deps, { request, reply }: Exchange) {
  const { sub: adminId, sid: except } = adminOf(request)
  const executing = { log, context: adminContext(request) }
  const ended = await execute(executing, undefined, { type: 'EndAdminSessions', adminId, except })
  if ('refused' in ended) throw unauthorized()
  rememberBrowser(secrets.tickets, reply, { holder: adminId, generation: ended.state[adminId]?.since ?? '' })
  await awaitRevocation(pool, 'admin-sessions', ended.position)
  reply.wrote(ended.position)
  return ended
}
