import type { FastifyRequest } from 'fastify'
import { HttpFailure } from './failure.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A hook that refuses cross-site requests: those that another site's page makes a visitor's browser send. */
export function refuseCrossSite(publicUrl: string) {
  const ourOrigin = new URL(publicUrl).origin
  return async (request: FastifyRequest): Promise<void> => {
    if (safeMethods.has(request.method) || isOurs(request, ourOrigin)) return
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
