import { Readable } from 'node:stream'
import type { App } from '@tba/runtime/http/app.ts'
import { queueKey } from '@tba/runtime/http/limits/address.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { sentAs, text } from '@tba/runtime/http/operations/sent-as-it-is.ts'
import { type CustomerClaims, customerOf } from '@tba/runtime/http/session.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { type Found, isOpenToCustomer, type Reads } from '../reads/open-session.ts'
import type { Live } from './live.ts'
import { sendEvents } from './open-streams.ts'
import { type Message, type Subscription, subscription } from './subscription.ts'
import { allViews } from './views-changed-by.ts'

/** The longest duration of a stream. Then the browser reconnects, which checks its session again. */
const maxSeconds = 600

const position = z.string().regex(/^[0-9A-Za-z._:-]{0,128}$/, 'Posizione non valida')
const querystring = z.object({
  /** The position up to which the client has read everything; `Last-Event-ID` takes precedence. */
  after: position.optional(),
  seconds: z.coerce.number('Durata non valida').int().min(0).max(maxSeconds).default(maxSeconds),
})

/**
 * Tells a browser which of its customer's views have changed, as server-sent events. After a reconnection it starts with
 * what has changed since the last message.
 */
export function liveRoute(app: App, { one, onRequest, live }: Reads & { live: Live }) {
  const schema = {
    tags: ['accounts'],
    summary: 'Quali dati del cliente sono cambiati, man mano che cambiano (server-sent events)',
    querystring,
    response: {
      200: sentAs(
        { 'text/event-stream': text },
        'Eventi `changed` (views, position), `ended`, quando la sessione finisce, e `still`, ogni 15 secondi',
      ),
    },
  }
  const bucket = limit(app.bucket('live', { capacity: 200, refillPerSecond: 2 }))
  const options = { schema, onRequest: [bucket, ...onRequest], config: { lasting: true } }

  app.get('/api/user/live', options, async (request, reply) => {
    const customer = customerOf(request)
    const { after = '', seconds } = request.query
    const lastSeen = position.safeParse(request.headers['last-event-id']).data ?? after
    const subscribed = subscription(customer, queueKey(request.ip))
    const timer = setTimeout(subscribed.close, seconds * 1000 * (1 - Math.random() / 5))
    reply.raw.once('close', () => {
      clearTimeout(timer)
      subscribed.close()
      live.remove(subscribed)
    })

    const start = await live.add(subscribed)
    // After subscribing, so that no change is missed in between.
    if (await hasChanged(one, customer, lastSeen)) subscribed.change(allViews, start)
    const messages = lines(subscribed, start)
    return sendEvents(reply, Readable.from(messages, { objectMode: false, highWaterMark: 1024 }))
  })
}

const found = z.object({ hasChanged: z.boolean() })

/** @throws {HttpFailure} 401 without a live session */
async function hasChanged(one: Found['one'], customer: CustomerClaims, since: string): Promise<boolean> {
  const session = await one(sql.prepared('changed-since', found)`
    select exists (
      select from read.activity a where a."accountId" = s."accountId" and a.position > ${since}
    ) as "hasChanged"
    from read.sessions s
    where ${isOpenToCustomer(customer)}`)
  return session.hasChanged
}

async function* lines(subscribed: Subscription, start: string): AsyncGenerator<string> {
  yield `id: ${start}\n${lineOf({ event: 'still' })}`
  for await (const message of subscribed.messages()) yield lineOf(message)
}

function lineOf(message: Message): string {
  // An event, because scripts do not see comments. Without heartbeats the page knows that the connection is dead.
  if (message.event === 'still') return 'event: still\ndata: {}\n\n'
  if (message.event === 'ended') return 'event: ended\ndata: {}\n\n'
  const { views, position: at } = message
  return `id: ${at}\nevent: changed\ndata: ${JSON.stringify({ views, position: at })}\n\n`
}
