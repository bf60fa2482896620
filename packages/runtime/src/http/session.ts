import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { unauthorized } from './failure.ts'
import { documented } from './hook-docs.ts'
import { sessionTokens, type Verified } from './session-token.ts'
import { syncHook, syncOnSend } from './sync-hook.ts'
import { onceWhole } from './whole-request.ts'

const idleSeconds = 14 * 24 * 3600
/** How long a session lasts at most, however busy it is. */
export const absoluteSeconds = 90 * 24 * 3600

const customerClaims = z.object({
  /** The account. */
  sub: z.uuid(),
  /** The integer that the outside knows the customer by. */
  uid: z.int().positive(),
  /** The session. */
  sid: z.uuid(),
  /** When it was opened, in epoch seconds. */
  start: z.int(),
})
export type CustomerClaims = z.infer<typeof customerClaims>

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Whom a valid session cookie names, unless `X-Customer` names somebody else. Whether that session was ended
     * meanwhile is another question.
     */
    customer: CustomerClaims | null
    /** Their token, as long as this answer may renew it. */
    customerToken: Verified<CustomerClaims> | null
  }
  interface FastifyReply {
    openSession(claims: CustomerClaims): void
    closeSession(): void
  }
}

/** Sessions of customers: a signed token in a cookie. Stands on `tokenSigner` and `cookies`. */
export function session(app: FastifyInstance): void {
  const kind = { audience: 'customer', claims: customerClaims, idleSeconds, absoluteSeconds }
  const tokens = sessionTokens(app, kind)

  app.decorateRequest('customer', null)
  app.decorateRequest('customerToken', null)
  app.decorateReply('openSession', function (this: FastifyReply, claims: CustomerClaims) {
    const { token, lastsSeconds } = tokens.sign(claims)
    this.setCookie('session', token, { path: '/', maxAge: lastsSeconds })
    this.request.customerToken = null
  })
  app.decorateReply('closeSession', function (this: FastifyReply) {
    this.clearCookie('session', { path: '/' })
    this.request.customerToken = null
  })

  app.addHook(
    'onRequest',
    syncHook(request => {
      const token = request.cookies.session
      if (!token) return
      request.customerToken = tokens.verify(token)
      request.customer = shownTo(request, request.customerToken?.claims ?? null)
    }),
  )
  // Whoever comes back in time stays signed in.
  app.addHook(
    'onSend',
    syncOnSend(({ customerToken }, reply) => {
      if (customerToken && reply.statusCode < 400 && tokens.isDueForRenewal(customerToken))
        reply.openSession(customerToken.claims)
    }),
  )
}

/** A tab that still shows the customer before, while another has signed in beside it, acts for neither. */
function shownTo({ headers }: FastifyRequest, customer: CustomerClaims | null): CustomerClaims | null {
  const shown = headers['x-customer']
  return shown === undefined || shown === String(customer?.uid) ? customer : null
}

/**
 * A hook that answers 401 to whoever is not signed in. As `onRequest` it comes before the body is even read.
 * @param isLive whether the session was not ended, asked when the body is there; left out where the route finds that
 * out by itself
 */
export function requireCustomer(isLive?: (claims: CustomerClaims) => Promise<boolean>) {
  const docs = { signedIn: 'customer', refusals: [401] } as const
  return documented(docs, async (request: FastifyRequest): Promise<void> => {
    const { customer } = request
    if (!customer) throw unauthorized()
    if (!isLive) return
    onceWhole(request, async () => {
      if (!(await isLive(customer))) throw unauthorized()
    })
  })
}

/** @throws {HttpFailure} 401; behind `requireCustomer` never */
export function customerOf(request: FastifyRequest): CustomerClaims {
  if (!request.customer) throw unauthorized()
  return request.customer
}
