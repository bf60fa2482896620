import type { Position } from '@tba/event-store/port.ts'
import type { Account } from '@tba/events/accounts/account.decider.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { HttpFailure, unavailable } from '@tba/runtime/http/failure.ts'
import { truncatedAddress } from '@tba/runtime/http/limits/address.ts'
import { absoluteSeconds, type CustomerClaims } from '@tba/runtime/http/session.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import type { Context, EventLog } from '@tba/runtime/log/event-log.ts'
import type { Deps } from '../../deps.ts'
import type { Exchange } from '../../idempotency.ts'
import { registeredAccount } from '../account-command.ts'
import { rememberBrowser } from './known-browser.ts'
import { closeCurrentSession } from './logout.route.ts'

type Visitor = { ip: string; userAgent: string | undefined }
/** `account`: as it was when its password was checked. */
type Customer = { accountId: string; account: Account }

/** Opens a session for a customer who has proved their identity. It replaces the session of the browser. */
export async function signIn(
  deps: Deps,
  { request, reply }: Exchange,
  { emailHash, accountId, account }: Customer & { emailHash: string },
): Promise<Position | null> {
  const visitor = { ip: request.ip, userAgent: request.headers['user-agent'] }
  const context = contextOf(request, `customer:${accountId}`)
  const { claims, position } = await openSession(deps.log, { accountId, account, ...visitor }, context)
  // Its cookie is replaced, so nobody could end it later.
  await closeCurrentSession(deps, request, reply)
  reply.openSession(claims)
  rememberBrowser(deps.secrets.tickets, reply, { holder: emailHash, generation: account.passwordSince ?? '' })
  return position
}

/**
 * Records a new session. If the password was changed while the old one was checked, the change ended all sessions except this
 * later one. So the account is read again. A running append may still get an earlier position, so it is awaited first.
 * @returns the claims for its token, and the position of the event
 * @throws {HttpFailure} 401 if the checked password is no longer the account's, 503 if that is unknown
 */
export async function openSession(
  log: EventLog,
  { accountId, account, ip, userAgent }: Customer & Visitor,
  context: Context,
): Promise<{ claims: CustomerClaims; position: Position | null }> {
  const sid = crypto.randomUUID()
  const start = Math.floor(Date.now() / 1000)
  const opening = {
    accountId,
    userId: account.userId,
    expiresAt: new Date((start + absoluteSeconds) * 1000).toISOString(),
    device: (userAgent ?? '').slice(0, 255),
    address: truncatedAddress(ip),
  }
  const opened = await execute({ log, context }, sid, { type: 'OpenSession', opening })
  if ('refused' in opened) throw new Error('a new session was refused')
  await awaitPendingAppends(log)
  if ((await registeredAccount(log, accountId))?.passwordHash !== account.passwordHash) {
    await execute({ log, context }, sid, { type: 'CloseSession', accountId })
    throw new HttpFailure(401, 'Credenziali non valide')
  }
  return { claims: { sub: accountId, uid: account.userId, sid, start }, position: opened.position }
}

/** While an append is running, reads do not know a new session either. */
const maxWaitMs = 5_000

/** Waits for running appends: each may get an earlier position than the last event. @throws {HttpFailure} 503 */
export async function awaitPendingAppends(log: EventLog): Promise<void> {
  if (!(await log.settled(maxWaitMs))) throw unavailable()
}
