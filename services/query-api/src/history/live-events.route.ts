import { once } from 'node:events'
import { Readable } from 'node:stream'
import { type EventStore, InvalidPosition } from '@tba/event-store/port.ts'
import { isPosition } from '@tba/event-store/position.ts'
import { failure } from '@tba/events/failure.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { queueKey } from '@tba/runtime/http/limits/address.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { sentAs, text } from '@tba/runtime/http/operations/sent-as-it-is.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sendEvents } from '../live/open-streams.ts'
import { assertOpenSession, type Reads } from '../reads/open-session.ts'
import type { LiveEvents } from './live-events.ts'
import { filterOf, filters } from './querystring.ts'

/** A client that reads nothing for twice this time is disconnected. It resumes after the last event it received. */
const idleTimeoutMs = 5_000

const badPosition = 'Posizione non valida'
const position = z.string().refine(isPosition, badPosition)
const querystring = z.strictObject({ ...filters, after: position.optional() })

type Needs = Reads & { store: EventStore; liveEvents: LiveEvents }

/** Streams the events that match the filters as the log grows: each once, in order, also after a reconnect. */
export function liveEventsRoute(app: App, { pool, onRequest, store, liveEvents }: Needs) {
  const schema = {
    tags: ['admins'],
    summary: 'Gli eventi del registro man mano che vengono scritti (server-sent events)',
    querystring,
    response: {
      200: sentAs(
        { 'text/event-stream': text },
        'Eventi `event`, con la posizione come `id`, e `head` (head, lagMs), ogni 5 secondi al più tardi, con la posizione raggiunta come `id`',
      ),
      503: failure,
    },
  }
  const bucket = limit(app.bucket('live-events', { capacity: 200, refillPerSecond: 2 }))
  const options = {
    schema,
    onRequest: [bucket, ...onRequest, (request: FastifyRequest) => assertOpenSession(pool, request)],
    config: { lasting: true },
  }

  app.get('/api/admin/events/live', options, async (request, reply) => {
    const admin = adminOf(request)
    const { after, ...query } = request.query
    const asked = position.safeParse(request.headers['last-event-id']).data ?? after ?? ''
    const last = isPosition(asked) ? asked : null
    // A position without an event is from before a restore or a failover.
    const isThere = last && (await store.readAt([last]).catch(asBadPosition)).length > 0
    const resumed = isThere ? last : last && (await store.head())
    const endsAt = request.adminToken?.endsAt ?? 0
    const messages = liveEvents.messages({
      account: admin.sub,
      sid: admin.sid,
      address: queueKey(request.ip),
      endsAt,
      connection: reply.raw,
      filter: filterOf(query),
      after: resumed,
    })
    const stream = Readable.from(messages, { objectMode: false, highWaterMark: 16_384 })
    // Wait for the first message before the response, so that it can still be refused.
    await once(stream, 'readable').catch(asBadPosition)
    reply.raw.setTimeout(idleTimeoutMs, () => reply.raw.destroy())
    return sendEvents(reply, stream)
  })
}

function asBadPosition(error: unknown): never {
  throw error instanceof InvalidPosition ? new HttpFailure(400, badPosition) : error
}
