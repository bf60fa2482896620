import { type Permission, refusalOf, role } from '@tba/events/admins/roles.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { load } from '../commands/load.ts'
import type { EventLog } from '../log/event-log.ts'
import { HttpFailure, SessionOver, unauthorized } from './failure.ts'
import type { TokenBucket } from './limits/bucket.ts'
import { charge, kibOf } from './limits/limit.ts'
import { documented } from './operations/hook-docs.ts'
import { sessionTokens, type Verified } from './session-token.ts'

const idleSeconds = 60 * 60
export const adminAbsoluteSeconds = 12 * 60 * 60

const adminClaims = z.object({
  /** The administrator. */
  sub: z.uuid(),
  sid: z.uuid(),
  /** When it was opened, in epoch seconds. */
  start: z.int(),
  /** Another role ends the session. */
  role,
  /** It was opened with a password that a start printed. Until that is changed, the session is good for nothing else. */
  mustChange: z.literal(true).optional(),
})
export type AdminClaims = z.infer<typeof adminClaims>

declare module 'fastify' {
  interface FastifyRequest {
    /** The claims of a valid bearer token. Its session may be over already. */
    adminToken: Verified<AdminClaims> | null
  }
  interface FastifyInstance {
    signAdmin(claims: AdminClaims): string
  }
}

/** Sessions of administrators: a bearer token, renewed in `X-Token`. Needs `tokenSigner`. */
export function adminSession(app: FastifyInstance): void {
  const kind = { audience: 'admin', claims: adminClaims, idleSeconds, absoluteSeconds: adminAbsoluteSeconds }
  const tokens = sessionTokens(app, kind)

  app.decorate('signAdmin', (claims: AdminClaims) => tokens.sign(claims).token)
  app.decorateRequest('adminToken', null)

  app.addHook('onRequest', async request => {
    const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (bearer) request.adminToken = tokens.verify(bearer)
  })
  app.addHook('onSend', async ({ adminToken }, reply) => {
    if (adminToken && reply.statusCode < 400 && tokens.isDueForRenewal(adminToken))
      reply.header('x-token', app.signAdmin(adminToken.claims))
  })
}

type Guard = {
  /** Whether the session is still open, asked when the whole body is there; left out where the route checks that itself. */
  isOpen?: (claims: AdminClaims) => Promise<boolean>
  /** Answers with a printed password too. */
  evenMustChange?: true
  /** Takes a token per call or KiB of the account. */
  bucket?: TokenBucket
}

/** A hook that answers 401 without a valid token, and 403 to customers, without the permission and with a printed password. */
export function requireAdmin(permission: Permission, { isOpen, evenMustChange, bucket }: Guard = {}) {
  const refusals = bucket ? [401, 403, 429] : [401, 403]
  const docs = { signedIn: 'administrator', permission, refusals } as const
  return documented(docs, async (request: FastifyRequest): Promise<void> => {
    const { adminToken, customer, headers } = request
    if (!adminToken && customer && !headers.authorization)
      throw new HttpFailure(403, 'Area riservata agli amministratori')
    const admin = adminOf(request)
    assertMay(admin, permission)
    if (admin.mustChange && !evenMustChange) await request.server.assertPasswordChosen(admin.sub)
    if (!isOpen) return
    request.checkAfterBody = async () => {
      if (!(await isOpen(admin))) throw new SessionOver()
      if (bucket) charge(bucket, request, { tokens: kibOf(request), key: admin.sub })
    }
  })
}

/** For what depends on more than the route. @throws {HttpFailure} 403 */
export function assertMay({ role }: Pick<AdminClaims, 'role'>, permission: Permission): void {
  const refusal = refusalOf(role, permission)
  if (refusal) throw new HttpFailure(403, refusal)
}

/** @throws {HttpFailure} 401, but never in a route with `requireAdmin` */
export function adminOf(request: FastifyRequest): AdminClaims {
  if (!request.adminToken) throw unauthorized()
  return request.adminToken.claims
}

/**
 * Reads the log, so that an ended session, or one older than the password or the role, is refused at once.
 * @throws {SessionOver} which names the new role, if that ended it
 */
export function isAdminSessionOpen(log: EventLog) {
  return async (claims: AdminClaims): Promise<boolean> => {
    const { sid, sub } = claims
    const { state } = await load(log, 'adminSession', sid)
    if (state?.status !== 'open' || state.adminId !== sub) return false
    const account = await roleKept(log, claims)
    if (account?.state !== 'active') return false
    const { since, kept } = account
    return since < state.position || (kept?.sid === sid && kept.since < state.position)
  }
}

/** The account. @throws {SessionOver} its role is another one than at the sign-in */
async function roleKept(log: EventLog, { sub, role }: AdminClaims) {
  const account = await consoleAccount(log, sub)
  if (account?.state === 'active' && account.role !== role) throw new SessionOver({ newRole: account.role })
  return account
}

/** The read tables do not say why a session is over: a 401 gets the new role from the log, if that is why. */
export async function withNewRole(log: EventLog, error: unknown, { adminToken }: FastifyRequest) {
  if (!adminToken || !(error instanceof HttpFailure) || error.status !== 401) return error
  return roleKept(log, adminToken.claims).then(
    () => error,
    reason => (reason instanceof SessionOver ? reason : error),
  )
}

export async function consoleAccount(log: EventLog, id: string) {
  return (await load(log, 'administrators', undefined)).state[id]
}
