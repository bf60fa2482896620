import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Meters } from '../../meters.ts'
import type { App } from '../app.ts'
import { HttpFailure } from '../failure.ts'
import { documented } from './hook-docs.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A stream that lasts as long as the client listens. Its duration is not measured. */
    lasting?: boolean
  }
}

type MetricsOptions = {
  meters: Meters
  /** Allows other machines. */
  token?: string | undefined
}

/** Measures every request by its route, never by its path, and shows all measurements at `/metrics`. */
export function metrics(app: App, { meters, token }: MetricsOptions): void {
  const observeDuration = meters.histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by how long their answer took',
    labels: ['method', 'route', 'status'],
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { elapsedTime, statusCode }) => {
    if (routeOptions.config.lasting) return
    observeDuration(elapsedTime / 1000, { method, route: routeOptions.url ?? 'unknown', status: statusCode })
  })

  const text = { description: 'Nel formato di Prometheus', content: { 'text/plain': { schema: z.string() } } }
  const summary = 'Le misure del processo, per questa macchina o con un token'
  const schema = { tags: ['operations'], summary, response: { 200: text } }
  const onRequest = documented({ refusals: [403] }, async ({ raw }: FastifyRequest) => {
    if (!mayReadMetrics(raw, token)) throw new HttpFailure(403, 'Non consentito')
  })
  app.get('/metrics', { schema, onRequest }, async (_request, reply) =>
    reply.type(meters.contentType).send(await meters.text()),
  )
}

/** Whether a request for `/metrics` comes from this machine, or has the token. */
export function mayReadMetrics(request: IncomingMessage, token: string | undefined): boolean {
  return isLocal(request) || (token !== undefined && hasToken(request, token))
}

/** The names of this machine. A page of another site could reach it under another name. */
const localNames = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i

/** Behind a proxy on this machine every request is local; the proxy marks requests of other machines. */
function isLocal({ headers, socket }: IncomingMessage): boolean {
  if (headers['x-forwarded-for'] !== undefined) return false
  if (!localNames.test(headers.host ?? '')) return false
  return /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
}

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const bearer = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  return bearer !== undefined && timingSafeEqual(digest(bearer), digest(token))
}

/** The same length for every text, as `timingSafeEqual` needs it. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
