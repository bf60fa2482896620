import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The page's own address of one with a final slash or capitals, its query kept; null if it is no page's. Ids keep their case. */
export function ownAddress(url: string, pages: readonly string[]): string | null {
  const [given = '', ...query] = url.split('?')
  for (const page of pages) {
    const shape = new RegExp(`^${page === '/' ? '' : page.replaceAll(/:[a-z]+/gi, '([^/]+)')}/*$`, 'i')
    const found = shape.exec(given)
    if (!found) continue
    const ids = found.slice(1)
    const own = page.replaceAll(/:[a-z]+/gi, () => ids.shift() ?? '')
    return own === given ? null : [own, ...query].join('?')
  }
  return null
}

const withoutOrigin = /(rel="canonical" href="|property="og:(?:url|image)" content=")(?=\/)/g
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) }
/** Any host can be asked for: others get an uncompressed page that is made each time. */
const maxKept = 16

/**
 * Serves a page that names its own address: built without PUBLIC_URL it lacks the origin, which then is the request's.
 * @returns null for any other page
 */
export function pageWithOrigin(file: string) {
  const html = readFileSync(file, 'utf8')
  if (html.search(withoutOrigin) < 0) return null
  const compressed = new Map<string, Promise<Buffer>>()
  return async ({ protocol, host, headers }: FastifyRequest, reply: FastifyReply) => {
    const origin = `${protocol}://${host}`
    const text = html.replace(withoutOrigin, `$1${origin}`)
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
    reply.headers({ etag, vary: 'accept-encoding' }).type('text/html; charset=utf-8')
    if (headers['if-none-match'] === etag) return reply.code(304).send()
    const accepted = headers['accept-encoding'] ?? ''
    const coding = (['br', 'gzip'] as const).find(name => new RegExp(`\\b${name}\\b`).test(accepted))
    if (!coding) return reply.send(text)
    const name = `${coding} ${origin}`
    if (compressed.size < maxKept && !compressed.has(name)) compressed.set(name, compress[coding](text))
    const body = await compressed.get(name)
    return body ? reply.header('content-encoding', coding).send(body) : reply.send(text)
  }
}
