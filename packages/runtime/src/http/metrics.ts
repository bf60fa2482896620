import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Meters } from '../meters.ts'
import type { App } from './app.ts'
import { HttpFailure } from './failure.ts'
import { documented } from './hook-docs.ts'
import { mayMeasure } from './may-measure.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A stream, which lasts as long as the client listens: its duration is not measured. */
    lasting?: boolean
  }
}

type MetricsOptions = {
  meters: Meters
  /** Lets others than this machine in. */
  token?: string | undefined
}

/** Measures every request by its route, never by its path, and shows all measurements at `/metrics`. */
export function metrics(app: App, { meters, token }: MetricsOptions): void {
  const answered = meters.histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by how long their answer took',
    labels: ['method', 'route', 'status'],
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { elapsedTime, statusCode }) => {
    if (routeOptions.config.lasting) return
    answered(elapsedTime / 1000, { method, route: routeOptions.url ?? 'unknown', status: statusCode })
  })

  const text = { description: 'Nel formato di Prometheus', content: { 'text/plain': { schema: z.string() } } }
  const summary = 'Le misure del processo, per questa macchina o con un token'
  const schema = { tags: ['operations'], summary, response: { 200: text } }
  const onRequest = documented({ refusals: [403] }, async ({ raw }: FastifyRequest) => {
    if (!mayMeasure(raw, token)) throw new HttpFailure(403, 'Non consentito')
  })
  app.get('/metrics', { schema, onRequest }, async (_request, reply) =>
    reply.type(meters.contentType).send(await meters.text()),
  )
}
