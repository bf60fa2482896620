import { readFileSync } from 'node:fs'
import path from 'node:path'
import staticFiles from '@fastify/static'
import type { App, EdgeOptions, Reply } from '@tba/runtime/http/edge.ts'

const dist = path.resolve(import.meta.dirname, '../../web/dist')
const oneYearSeconds = 365 * 24 * 3600

type Pages = {
  notFound: NonNullable<EdgeOptions['notFound']>
  serve(app: App): Promise<void>
}

/** The built web client: its files, the page of each address, and the app's own 404 for every other one. */
export function pages(): Pages {
  const headers: Record<string, string> = readJson('headers.json')
  const files: Record<string, string> = readJson('pages.json')

  const contents = new Map(Object.values(files).map(file => [file, readFileSync(path.join(dist, file))]))
  const send = (reply: Reply, file: string) =>
    reply
      .headers(headers)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(contents.get(file))

  return {
    notFound: (_request, reply) => send(reply.code(404), 'index.html'),
    async serve(app) {
      await app.register(staticFiles, {
        root: dist,
        index: false,
        wildcard: false,
        allowedPath: name => !name.endsWith('.html') && !name.endsWith('.json'),
        setHeaders(reply, file) {
          // Their names change with their contents.
          if (file.startsWith(path.join(dist, 'assets')))
            reply.header('cache-control', `public, max-age=${oneYearSeconds}, immutable`)
        },
      })
      for (const [address, file] of Object.entries(files)) {
        app.get(address, (_request, reply) => send(reply, file))
      }
    },
  }
}

function readJson(name: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(dist, name), 'utf8'))
}
