import type { Position } from '@tba/event-store/port.ts'
import { isPosition } from '@tba/event-store/position.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The positions of this client's newest writes, from the header and from the cookie. The answer should contain both:
     * neither can be left out as the older one, since one may be from before a restore of the log.
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

/** Read your own writes: the position goes out in a cookie and `X-Position`, and returns in `X-After`. */
export function position(app: FastifyInstance): void {
  app.decorateRequest('writtenPosition', null)
  app.decorateRequest('after', {
    getter(this: FastifyRequest) {
      const positions = [positionIn(this.headers['x-after']), positionIn(this.cookies.position)]
      return positions.filter(position => position !== null)
    },
  })

  app.decorateReply('wrote', function (this: FastifyReply, written: Position | null) {
    if (written === null) return
    const { request } = this
    const newest = greater(request.writtenPosition, written) ?? written
    request.writtenPosition = newest
    this.header('x-position', newest)
    // Answers may overtake each other: the cookie never goes back to an older position.
    this.setCookie('position', greater(newest, positionIn(request.cookies.position)) ?? newest, {
      path: '/api',
      maxAge: maxAgeSeconds,
    })
  })
}

function positionIn(text: string | string[] | undefined): Position | null {
  return typeof text === 'string' && isPosition(text) ? text : null
}

function greater(a: Position | null, b: Position | null): Position | null {
  if (a === null || b === null) return a ?? b
  return a < b ? b : a
}
