import type { EventStore } from '@tba/event-store/port.ts'
import { failure } from '@tba/events/failure.ts'
import { streamTimeline } from '@tba/events/streams/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { z } from 'zod'
import { hungUp } from '../reads/fair-reads.ts'
import { assertOpenSession, type Reads } from '../reads/open-session.ts'
import { readTimeline } from './read-timeline.ts'

const bad = 'Revisione non valida'
const revision = z
  .string()
  .regex(/^\d{1,15}$/, bad)
  .transform(Number)
const querystring = z.strictObject({
  /** Inclusive. */
  asOf: revision.optional(),
  /** Exclusive: `next` of the answer before. */
  after: revision.optional(),
})

/** The events of one stream, oldest first, each with the state after it. They are read from the log, which is never late. */
export function timelineRoute(app: App, { pool, onRequest, store }: Reads & { store: EventStore }) {
  const schema = {
    tags: ['admins'],
    summary: 'La storia di un flusso, evento per evento, con lo stato dopo ciascuno',
    params: z.object({ stream: z.string() }),
    querystring,
    response: { 200: streamTimeline, 404: failure },
  }

  app.get('/api/admin/streams/:stream', { schema, onRequest, config: { longRead: true } }, async request => {
    await assertOpenSession(pool, request)
    const { stream } = request.params
    const { asOf, after = -1 } = request.query
    const assertAwaited = () => {
      if (request.socket.destroyed) throw hungUp()
    }
    const found = isName(stream) ? await readTimeline(store, { stream, asOf, after, assertAwaited }) : null
    if (!found) throw new HttpFailure(404, 'Flusso non trovato')
    return found
  })
}

/** Other names must not reach the log: `$all` is a stream of the server itself. */
const isName = (text: string) => text !== '' && !text.startsWith('$')
