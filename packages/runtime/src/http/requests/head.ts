import { memoized } from '@tba/events/memoized.ts'
import type { FastifyRequest } from 'fastify'
import { HttpFailure } from '../failure.ts'

/** Refuses a URL of the API with a broken escape or NUL, also in its query, and a Host that would get into the URLs that we answer. */
export async function refuseBrokenUrl({ raw, host, routeOptions }: FastifyRequest): Promise<void> {
  // Before HTTP/1.1 there was no Host.
  const isHostValid = raw.headers.host === undefined ? raw.httpVersion !== '1.1' : isHost(host)
  // By its route, since `/%61pi/…` reaches the API too.
  const isCall = isApi(routeOptions.url ?? raw.url)
  if (!isHostValid || hasTwoHosts(raw.rawHeaders) || (isCall && !isReadable(raw.url ?? ''))) throw brokenUrl()
}

/** Names and values in turn. Node takes the first Host, and a proxy may have taken the other one. */
const hasTwoHosts = (raw: readonly string[]) =>
  raw.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1

export const brokenUrl = (): HttpFailure => new HttpFailure(400, 'Indirizzo non valido')

const hostShape = /^(?:[a-z\d._-]+|\[[a-f\d:.]+\])(?::\d+)?$/i

const isHost = memoized((host: string) => hostShape.test(host) && URL.canParse(`http://${host}`), 100)

export const isApi = (url = '') => /^\/api(?:[/?]|$)/.test(url)

export function isReadable(url: string): boolean {
  if (!url.includes('%')) return !url.includes('\0')
  try {
    return !decodeURIComponent(url).includes('\0')
  } catch {
    return false
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Mail programs and pages of other sites may call it: a signed token says what it does. */
    fromAnywhere?: boolean
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A hook that refuses cross-site requests: those that another site's page makes a visitor's browser send. */
export function refuseCrossSite(publicUrl: string) {
  const ourOrigin = new URL(publicUrl).origin
  return async (request: FastifyRequest): Promise<void> => {
    const isOpen = safeMethods.has(request.method) || request.routeOptions.config.fromAnywhere
    if (isOpen || isOurs(request, ourOrigin)) return
    throw new HttpFailure(403, 'Richiesta non consentita da un altro sito')
  }
}

function isOurs({ headers }: FastifyRequest, ourOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return true
  if (site === 'cross-site') return false
  // From a subdomain, or from a browser without Sec-Fetch-Site, the origin decides. Without either it is not a browser.
  const { origin, host } = headers
  if (origin === undefined) return site === undefined
  return origin === ourOrigin || (URL.canParse(origin) && new URL(origin).host === host)
}
