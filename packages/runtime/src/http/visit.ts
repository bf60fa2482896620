import { visitId as visitIdShape } from '@tba/events/tracking/commands.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../log/event-log.ts'
import { adminOf } from './admin-session.ts'
import { cookieOf } from './cookies.ts'
import { customerOf } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The visit id that the client sent; null if it is missing or malformed. */
    readonly visitId: string | null
    /** Whether the visitor agreed that what they do is recorded with their visit. */
    readonly consent: boolean
    /** The id of the command that this request repeats or may repeat: by its Idempotency-Key. */
    command: { id: string; isRepeated: boolean } | null
  }
  interface FastifyReply {
    /** Stores the choice in a cookie for six months; then the visitor is asked again. */
    keepConsent(choice: 'all' | 'none'): void
  }
}

const sixMonthsSeconds = 182 * 24 * 3600

export function visit(app: FastifyInstance): void {
  app.decorateRequest('visitId', {
    getter(this: FastifyRequest) {
      const sent = this.headers['x-visit-id']
      return sent === undefined ? null : (visitIdShape.safeParse(sent).data ?? null)
    },
  })
  app.decorateRequest('command', null)
  app.decorateRequest('consent', {
    getter(this: FastifyRequest) {
      return cookieOf(this, 'consent') === 'all'
    },
  })
  // Not HttpOnly: the page reads it, to know whether to ask.
  app.decorateReply('keepConsent', function (this: FastifyReply, choice: 'all' | 'none') {
    this.keepCookie('consent', choice, { path: '/', httpOnly: false, maxAge: sixMonthsSeconds })
  })
}

const uuid = z.uuid()

/** The id that the client gave to a click and to the requests that it caused. Without consent, nothing links these. */
function correlationOf({ headers, consent, id }: FastifyRequest): string {
  const sent = consent && headers['x-correlation-id']
  return (sent && uuid.safeParse(sent).data?.toLowerCase()) || id
}

/** The context of one command's events. @param actor `customer:<account>`, `admin:<id>` or `visitor` */
export function contextOf(request: FastifyRequest, actor: string): Context {
  const { visitId, consent, customer, command } = request
  // After a sign-in as another customer, the request still has the old session.
  const isOwnSession = customer !== null && actor === `customer:${customer.sub}`
  return {
    actor,
    correlationId: correlationOf(request),
    causationId: command?.id ?? crypto.randomUUID(),
    ...(command?.isRepeated ? { isRepeated: true } : {}),
    ...(visitId && consent ? { visitId } : {}),
    ...(isOwnSession ? { sessionId: customer.sid } : {}),
  }
}

/** The same for the signed-in customer or administrator. @throws {HttpFailure} 401 */
export const customerContext = (request: FastifyRequest): Context =>
  contextOf(request, `customer:${customerOf(request).sub}`)
export const adminContext = (request: FastifyRequest): Context =>
  contextOf(request, `admin:${adminOf(request).sub}`)
