import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Whether a request for `/metrics` comes from this machine, or bears the token. */
export function mayMeasure(request: IncomingMessage, token: string | undefined): boolean {
  return isLocal(request) || (token !== undefined && bears(request, token))
}

/** Behind a proxy on this machine everybody comes from here: then the proxy says so. */
function isLocal({ headers, socket }: IncomingMessage): boolean {
  if (headers['x-forwarded-for'] !== undefined) return false
  return /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
}

function bears({ headers }: IncomingMessage, token: string): boolean {
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  return bearer !== undefined && timingSafeEqual(digest(bearer), digest(token))
}

/** Equally long for any two texts, as comparing them in constant time asks for. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
