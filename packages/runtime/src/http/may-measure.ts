import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Whether a request for `/metrics` comes from this machine, or bears the token. */
export function mayMeasure(request: IncomingMessage, token: string | undefined): boolean {
  return isLocal(request) || (token !== undefined && bears(request, token))
}

/** The names by which a machine calls itself: what a page of elsewhere asks for under a name of its own is not ours. */
const ownNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** Behind a proxy on this machine every request is local; the proxy marks those that come from elsewhere. */
function isLocal({ headers, socket }: IncomingMessage): boolean {
  if (headers['x-forwarded-for'] !== undefined) return false
  if (!ownNames.test(headers.host ?? '')) return false
  return /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
}

function bears({ headers }: IncomingMessage, token: string): boolean {
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  return bearer !== undefined && timingSafeEqual(digest(bearer), digest(token))
}

/** The same length for every text, as `timingSafeEqual` needs it. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
