import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cookieName } from './cookies.ts'
import { unauthorized } from './failure.ts'
import { documented } from './operations/hook-docs.ts'
import { sessionTokens, type Verified } from './session-token.ts'

const idleSeconds = 14 * 24 * 3600
/** The longest duration of a session, even with constant use. */
export const absoluteSeconds = 90 * 24 * 3600

const customerClaims = z.object({
  /** The account. */
  sub: z.uuid(),
  /** The customer id that the API shows. */
  uid: z.int().positive(),
  /** The session. */
  sid: z.uuid(),
  /** When it was opened, in epoch seconds. */
  start: z.int(),
})
export type CustomerClaims = z.infer<typeof customerClaims>

declare module 'fastify' {
  interface FastifyRequest {
    /** The claims of a valid session cookie; null where `X-Customer` names another. The session may have been ended since. */
    customer: CustomerClaims | null
    /** The token of the cookie, which this answer may renew. */
    customerToken: Verified<CustomerClaims> | null
  }
  interface FastifyReply {
    /** Signs the caller in as this customer. */
    openSession(claims: CustomerClaims): void
    /** Signs the caller out. The browser forgets every answer. Consent, theme and waiting events stay. */
    closeSession(): void
  }
}

/** Sessions of customers: a signed token in a cookie. Needs `tokenSigner` and `cookies`. */
export function session(app: FastifyInstance): void {
  const kind = { audience: 'customer', claims: customerClaims, idleSeconds, absoluteSeconds }
  const tokens = sessionTokens(app, kind)
  app.decorateRequest('customer', null)
  app.decorateRequest('customerToken', null)
  function keepSession(reply: FastifyReply, claims: CustomerClaims): void {
    const { token, lastsSeconds } = tokens.sign(claims)
    reply.keepCookie('session', token, { path: '/', maxAge: lastsSeconds })
    reply.request.customerToken = null
  }
  app.decorateReply('openSession', function (this: FastifyReply, claims: CustomerClaims) {
    keepSession(this, claims)
    this.request.customer = claims
  })
  app.decorateReply('closeSession', function (this: FastifyReply) {
    this.dropCookie('session')
    this.header('clear-site-data', '"cache"')
    this.request.customerToken = null
  })

  app.addHook('onRequest', async request => {
    // Without the prefix an attacker could set it, to sign a victim in to the attacker’s account.
    const token = request.cookies[cookieName('session', app)]
    if (!token) return
    request.customerToken = tokens.verify(token)
    request.customer = customerOfTab(request, request.customerToken?.claims ?? null)
  })
  // Every use extends the session.
  app.addHook('onSend', async ({ customerToken }, reply) => {
    if (customerToken && reply.statusCode < 400 && tokens.isDueForRenewal(customerToken))
      keepSession(reply, customerToken.claims)
  })
}

/** Null if the tab still shows another customer than the one who is signed in: it must not act for either. */
function customerOfTab({ headers }: FastifyRequest, customer: CustomerClaims | null): CustomerClaims | null {
  const shown = headers['x-customer']
  return shown === undefined || shown === String(customer?.uid) ? customer : null
}

/** A hook that answers 401 without a valid cookie. The route checks whether the session is still open. */
export function requireCustomer() {
  const docs = { signedIn: 'customer', refusals: [401] } as const
  return documented(docs, async (request: FastifyRequest): Promise<void> => void customerOf(request))
}

/** @throws {HttpFailure} 401, but never in a route with `requireCustomer` */
export function customerOf(request: FastifyRequest): CustomerClaims {
  if (!request.customer) throw unauthorized()
  return request.customer
}
