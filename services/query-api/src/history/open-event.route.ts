import type { EventStore } from '@tba/event-store/port.ts'
import { failure } from '@tba/events/failure.ts'
import { openEvent, withoutSecrets } from '@tba/events/history/opening.ts'
import { type HistoryEvent, openedEvent } from '@tba/events/history/views.ts'
import type { JsonObject } from '@tba/events/json.ts'
import { personOf, streams } from '@tba/events/streams.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure, unreadable } from '@tba/runtime/http/failure.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { isUnreadable } from '@tba/runtime/log/open-event.ts'
import { erasureOf } from '@tba/runtime/log/person-history.ts'
import { z } from 'zod'
import type { Copy } from '../analytics/copy/copy.ts'
import type { Reads } from '../reads/open-session.ts'
import { findEvent } from './find-event.ts'

/** Limits an administrator who would open many events to copy them. */
const openings = { capacity: 60, refillPerSecond: 0.5 }

/** Opens the sealed fields of one event. Records who opened it, and why, before the answer. */
export function openEventRoute(
  app: App,
  { onRequest, log, store, copy }: Reads & { log: EventLog; store: EventStore; copy: Copy },
) {
  const schema = {
    tags: ['admins'],
    summary: 'I dati sigillati di un evento, aperti per un motivo che viene registrato',
    params: z.object({ id: z.string() }),
    body: openEvent,
    response: { 200: openedEvent, 404: failure, 503: failure },
  }
  const hooks = [limit(app.bucket('openings', openings)), ...onRequest]

  app.post('/api/admin/events/:id/open', { schema, onRequest: hooks }, async (request, reply) => {
    const found = (await copy.query(findEvent, request.params, { request }))?.event
    const data = found && (await openedData(log, found))
    if (!found || !data) throw new HttpFailure(404, 'Evento non trovato')
    const { stream, type } = found
    const opened = { eventId: found.id, stream, type, reason: request.body.reason }
    const event = { type: 'SealedFieldsOpened', data: opened } as const
    const options = { expected: 'any', context: adminContext(request) } as const
    const { position } = await log.append(streams.admin(adminOf(request).sub), [event], options)
    reply.wrote(position)
    // The key of an erased person is destroyed a minute after the erasure, or later.
    const erasedAt = await erasureOf(store, personOf(found))
    return { data: erasedAt === null ? withoutSecrets(data) : found.data, erasedAt }
  })
}

/** Null: the event has expired. @throws {HttpFailure} 503 if this build cannot read it */
async function openedData(log: EventLog, { id, stream, revision }: HistoryEvent): Promise<JsonObject | null> {
  for await (const event of log.readTolerantly(stream, { from: revision, limit: 1 })) {
    if (event.id !== id) return null
    if (isUnreadable(event)) throw unreadable(event.unreadable.reason)
    return event.data as JsonObject
  }
  return null
}
