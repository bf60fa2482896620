import type { Position } from '@tba/event-store/port.ts'
import { isPosition } from '@tba/event-store/position.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { cookieOf } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The positions of this client's newest writes, from the header, from the cookie, and as this server remembers them. The
     * answer should contain all: none can be left out as the older one, since one may be from before a restore of the log.
     */
    readonly after: readonly Position[]
    writtenPosition: Position | null
  }
  interface FastifyReply {
    /** Tells the client the position of its write, so that its next read can ask for it; null: nothing was written. */
    wrote(position: Position | null): void
  }
}

const maxAgeSeconds = 30
const maxCallers = 10_000

/**
 * Read your own writes: positions go out in a cookie and `X-Position`, and return in `X-After`. A server that also reads
 * remembers them too, for the customer's other devices and for programs that keep the sign-in's cookies alone.
 */
export function position(app: FastifyInstance): void {
  const writes = new LRUCache<string, Position>({ max: maxCallers, ttl: maxAgeSeconds * 1000 })
  app.decorateRequest('writtenPosition', null)
  app.decorateRequest('after', {
    getter(this: FastifyRequest) {
      const sent = [positionIn(this.headers['x-after']), positionIn(cookieOf(this, 'position'))]
      const remembered = callersOf(this).map(caller => writes.get(caller) ?? null)
      return [...new Set([...sent, ...remembered])].filter(position => position !== null)
    },
  })

  app.decorateReply('wrote', function (this: FastifyReply, written: Position | null) {
    if (written === null) return
    const { request } = this
    const newest = greater(request.writtenPosition, written) ?? written
    request.writtenPosition = newest
    for (const caller of callersOf(request))
      writes.set(caller, greater(newest, writes.get(caller) ?? null) ?? newest)
    this.header('x-position', newest)
    // Answers may overtake each other: the cookie never goes back to an older position.
    this.keepCookie('position', greater(newest, positionIn(cookieOf(request, 'position'))) ?? newest, {
      path: '/api',
      maxAge: maxAgeSeconds,
    })
  })
}

/** The customer or administrator who calls. */
function callersOf({ customer, adminToken }: FastifyRequest): string[] {
  return [customer?.sub, adminToken?.claims.sub].filter(caller => caller !== undefined)
}

function positionIn(text: string | string[] | undefined): Position | null {
  return typeof text === 'string' && isPosition(text) ? text : null
}

function greater(a: Position | null, b: Position | null): Position | null {
  if (a === null || b === null) return a ?? b
  return a < b ? b : a
}
