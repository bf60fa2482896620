import { readFileSync } from 'node:fs'
import path from 'node:path'
import staticFiles, { type SendOptions } from '@fastify/static'
import { codeOf, StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import type { App } from '@tba/runtime/http/app.ts'
import type { HttpServerOptions } from '@tba/runtime/http/http-server.ts'
import type { FastifyReply } from 'fastify'
import { ownAddress, pageWithOrigin } from './page-addresses.ts'

const dist = path.resolve(import.meta.dirname, '../../../web/dist')
const oneYearSeconds = 365 * 24 * 3600

/** Unlike a call of the API, a page records no look: link checkers and monitors may ask for its head. */
const answersHead = { exposeHeadRoute: true }
/** A page is requested each time. The server answers 304 if the browser has it. */
const page: SendOptions = { cacheControl: false, acceptRanges: false }
/** Without an ETag: a browser with a cached 404 page would get a 304, which is no 404. */
const untagged: SendOptions = { ...page, etag: false, lastModified: false }

export type WebClient = {
  notFound: NonNullable<HttpServerOptions['notFound']>
  serve(app: App): Promise<void>
}

/** The built web client: its files, the page of each address, and its own 404 page for others. */
export function webClient(): WebClient {
  const headers = readJson('headers.json')
  const files = readJson('pages.json')
  const described = (reply: FastifyReply) => reply.headers(headers).header('cache-control', 'no-cache')
  const send = (reply: FastifyReply, file: string, options: SendOptions) =>
    described(reply).sendFile(file, options)

  return {
    notFound({ raw, method }, reply) {
      const own = /^(GET|HEAD)$/.test(method) ? ownAddress(raw.url ?? '', Object.keys(files)) : null
      return own === null ? send(reply.code(404), '404.html', untagged) : reply.redirect(own, 301)
    },
    async serve(app) {
      await app.register(staticFiles, {
        root: dist,
        index: false,
        wildcard: false,
        preCompressed: true,
        globIgnore: ['**/*.{br,gz}', '**/*.html', '**/*.json', 'robots.txt', 'sitemap.xml'],
        setHeaders(reply, file) {
          // The file name changes with the contents.
          if (file.startsWith(path.join(dist, 'assets')))
            reply.header('cache-control', `public, max-age=${oneYearSeconds}, immutable`)
        },
      })
      for (const [address, file] of Object.entries(files)) {
        const withOrigin = pageWithOrigin(path.join(dist, file))
        app.get(address, answersHead, (request, reply) =>
          withOrigin ? withOrigin(request, described(reply)) : send(reply, file, page),
        )
      }
      crawling(app)
    },
  }
}

/** Files for crawlers need absolute URLs: made from the request, because the build may not know them. */
function crawling(app: App): void {
  const serve = (name: string, type: string, absolute: (text: string, origin: string) => string) => {
    const text = readFileSync(path.join(dist, name), 'utf8')
    app.get(`/${name}`, answersHead, ({ protocol, host }, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type(`${type}; charset=utf-8`)
        .send(absolute(text, `${protocol}://${host}`)),
    )
  }
  serve('robots.txt', 'text/plain', (text, origin) => text.replace('Sitemap: /', `Sitemap: ${origin}/`))
  serve('sitemap.xml', 'application/xml', (text, origin) => text.replaceAll('<loc>/', `<loc>${origin}/`))
}

function readJson(name: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(path.join(dist, name), 'utf8'))
  } catch (error) {
    throw new StartRefusal(`The web client is not built, or not whole (${codeOf(error)}): run npm run build.`)
  }
}
