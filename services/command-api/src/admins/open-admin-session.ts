import { execute } from '@tba/runtime/commands/execute.ts'
import { adminAbsoluteSeconds, consoleAccount } from '@tba/runtime/http/admin-session.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import { rememberBrowser } from '../accounts/sessions/known-browser.ts'
import { awaitPendingAppends } from '../accounts/sessions/open-session.ts'
import type { Deps } from '../deps.ts'
import type { Exchange } from '../idempotency.ts'

/**
 * @param since of the account whose password was checked
 * @returns the token; null if the account changed meanwhile: the change ended only earlier sessions
 */
export async function openAdminSession(
  { log, secrets }: Deps,
  { request, reply }: Exchange,
  { adminId, since }: { adminId: string; since: string },
): Promise<string | null> {
  const sid = crypto.randomUUID()
  const start = Math.floor(Date.now() / 1000)
  const expiresAt = new Date((start + adminAbsoluteSeconds) * 1000).toISOString()
  const executing = { log, context: contextOf(request, `admin:${adminId}`) }
  const { position } = await execute(executing, sid, { type: 'SignInAdmin', adminId, expiresAt })
  await awaitPendingAppends(log)
  const account = await consoleAccount(log, adminId)
  if (account?.since !== since) {
    await execute(executing, sid, { type: 'SignOutAdmin' })
    return null
  }
  reply.wrote(position)
  rememberBrowser(secrets.tickets, reply, { holder: adminId, generation: since })
  request.server.consoleUsed(sid, request.headers['user-agent'])
  const mustChange = account.issuedUntil === null ? {} : { mustChange: true as const }
  return request.server.signAdmin({ sub: adminId, sid, start, role: account.role, ...mustChange })
}
