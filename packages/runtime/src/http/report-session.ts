import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cookieName } from './cookies.ts'
import { sessionTokens } from './session-token.ts'

/** After it the page opens the link again. */
const lastsSeconds = 3_600

/** `sub`: the link. */
const claims = z.object({ sub: z.uuid(), sid: z.uuid(), start: z.int() })

/** The cookie of those who opened a link to a report: no session, and good for that report alone. */
export function reportSession(app: FastifyInstance) {
  const times = { idleSeconds: lastsSeconds, absoluteSeconds: lastsSeconds }
  const tokens = sessionTokens(app, { audience: 'report', claims, ...times })
  return {
    open(reply: FastifyReply, linkId: string): void {
      const start = Math.floor(Date.now() / 1000)
      const { token } = tokens.sign({ sub: linkId, sid: crypto.randomUUID(), start })
      reply.keepCookie('report', token, { path: '/api/reports', maxAge: lastsSeconds })
    },
    /** The link that this browser opened; null: none. It may be over since. */
    linkOf({ cookies }: FastifyRequest): string | null {
      const token = cookies[cookieName('report', app)]
      return (token && tokens.verify(token)?.claims.sub) || null
    },
  }
}
