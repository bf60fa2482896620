import { Readable } from 'node:stream'
import { type EventStore, InvalidPosition, type Position } from '@tba/event-store/port.ts'
import { isPosition } from '@tba/event-store/position.ts'
import { failure } from '@tba/events/failure.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure, tooMany } from '@tba/runtime/http/failure.ts'
import { limit } from '@tba/runtime/http/limit.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { assertOpenSession } from '../admins/assert-open-session.ts'
import type { Deps, Reads } from '../deps.ts'
import { headMessage, missedBetween, missedMessages } from './missed-events.ts'
import { filterOf, filters } from './querystring.ts'
import { type Watcher, watcher } from './watcher.ts'

const mostOfOneAdmin = 40
const mostOfAll = 400
/** Then the browser comes again, from its last event. */
const longestMs = 600_000
/** At least every 5 s, also where a timer is late. */
const headEveryMs = 3_000

const badPosition = 'Posizione non valida'
const position = z.string().refine(isPosition, badPosition)
const querystring = z.strictObject({ ...filters, after: position.optional() })

type Needs = Reads & Pick<Deps, 'store' | 'copy' | 'readSide' | 'watch'>

/** Every event that holds what is asked, as the log grows: each once and in its order, also after a lost connection. */
export function liveEventsRoute(app: App, { pool, onRequest, store, copy, readSide, watch }: Needs) {
  const stream = { content: { 'text/event-stream': { schema: z.instanceof(Readable) } } }
  const schema = {
    tags: ['admins'],
    summary: 'Gli eventi del registro man mano che vengono scritti (server-sent events)',
    querystring,
    response: {
      200: {
        description:
          'Eventi `event`, con la posizione come `id`, e `head` (head, lagMs), ogni 5 secondi al più tardi, con la posizione raggiunta come `id`',
        ...stream,
      },
      ...{ 400: failure, 401: failure, 403: failure, 429: failure, 503: failure },
    },
  }
  const bucket = limit(app.bucket('live-events', { capacity: 200, refillPerSecond: 2 }))
  const options = {
    schema,
    onRequest: [bucket, ...onRequest, (request: FastifyRequest) => assertOpenSession(pool, request)],
    // A HEAD request would open a stream.
    exposeHeadRoute: false,
    config: { lasting: true },
  }

  app.get('/api/admin/events/live', options, async (request, reply) => {
    const admin = adminOf(request)
    const { after, ...asked } = request.query
    const last = position.safeParse(request.headers['last-event-id']).data ?? after ?? null
    const resumed = last === null ? null : await atMostTheEnd(store, last as Position)
    if (watch.count(admin.sub) >= mostOfOneAdmin) throw tooMany(60)
    if (watch.count() >= mostOfAll)
      throw new HttpFailure(503, 'Troppe connessioni aperte. Riprova più tardi.')

    const onCut = () => reply.raw.destroy()
    const filter = filterOf(asked)
    const live = watcher(admin, { filter, after: resumed ?? ('' as Position), onCut })
    const start = await watch.join(live)
    // What lies before it is read below.
    live.tell([], start)
    const askHead = () => readSide(copy.state().position)
    const sayHead = async () => {
      const said = await askHead()
      live.say(headMessage(said, live.reached()))
    }
    const timer = setInterval(() => void sayHead().catch(() => {}), headEveryMs)
    const longest = setTimeout(live.end, longestMs * (1 - Math.random() / 5))
    const leave = () => {
      clearInterval(timer)
      clearTimeout(longest)
      live.end()
      watch.leave(live)
    }
    reply.raw.once('close', leave)
    // It hung up while it was let in.
    if (reply.raw.destroyed) leave()
    const missed = resumed === null ? null : missedBetween(store, { after: resumed, upTo: start })
    // The first page before the answer, so that a position of another log can still be refused.
    const first = await missed?.next().catch((error: unknown) => {
      leave()
      throw error instanceof InvalidPosition ? new HttpFailure(400, badPosition) : error
    })
    void sayHead().catch(() => {})
    const told = missed && first ? missedMessages({ filter, first, missed, readSide: askHead }) : null
    return reply
      .type('text/event-stream')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(Readable.from(lines(told, live), { objectMode: false, highWaterMark: 16_384 }))
  })
}

/** Where the log ends, for a position beyond: it is of a longer one, before an older log was put back. */
async function atMostTheEnd(store: Pick<EventStore, 'head'>, last: Position): Promise<Position | null> {
  const end = await store.head()
  return end !== null && last <= end ? last : end
}

/** What was missed, read from the log, and then what has come meanwhile: the one ends where the other begins. */
async function* lines(missed: AsyncIterable<string> | null, live: Watcher): AsyncGenerator<string> {
  yield 'retry: 1000\n\n'
  if (missed) yield* missed
  yield* live.messages()
}
