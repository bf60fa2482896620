import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { asClient } from './client.ts'

/** One round: where to, over how many connections, for how long, and whether a visit's events go together. */
export type Load = { url: string; connections: number; seconds: number; isBatch: boolean }
export type Sent = { sessionId: string; clientId: string }
export type Outcome = { sent: Sent[]; callsPerSecond: number; failures: number; p99Ms: number }

/** A visit clicks twenty times. */
const clicks = 20

function interaction(sessionId: string) {
  return {
    sessionId,
    clientId: randomUUID(),
    eventType: 'button_click',
    elementId: 'hero-start',
    elementText: 'Inizia con €500',
    page: 'https://www.example.com/?utm_source=news',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    referrer: 'https://www.example.org/',
    additionalData: { category: 'hero', label: 'start' },
  }
}

const begin = () => `session_${Date.now()}_${randomUUID()}`

/** As many visits at a time as there are connections, which click in turn. */
function visits(count: number): () => string {
  const current: string[] = []
  let next = 0
  return () => {
    const turn = next++
    if (turn % (count * clicks) < count) current[turn % count] = begin()
    return current[turn % count] ?? begin()
  }
}

await asClient<Load, Outcome>(async ({ url, connections, seconds, isBatch }) => {
  const sent: Sent[] = []
  const visitInTurn = visits(connections)
  const eventsOfCall = () => {
    if (!isBatch) return [interaction(visitInTurn())]
    const sessionId = begin()
    return Array.from({ length: clicks }, () => interaction(sessionId))
  }
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    requests: [
      {
        setupRequest(request, context) {
          const events = eventsOfCall()
          Object.assign(context, { events })
          const body = isBatch
            ? { events: events.map(event => ({ kind: 'interaction', ...event })) }
            : events[0]
          return { ...request, body: JSON.stringify(body) }
        },
        onResponse(status, _body, context) {
          const { events = [] } = context as { events?: Sent[] }
          if (status === 202) for (const { sessionId, clientId } of events) sent.push({ sessionId, clientId })
        },
      },
    ],
  })
  return {
    sent,
    callsPerSecond: result['2xx'] / result.duration,
    failures: result.non2xx + result.errors,
    p99Ms: result.latency.p99,
  }
})
