import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** One round of load: where to, over how many connections, for how long, and whether a visit's events go together. */
export type TrackLoad = { url: string; connections: number; forMs: number; isBatch: boolean }
export type Sent = { sessionId: string; clientId: string }
export type Tracked = { sent: Sent[]; calls: number; failures: number; seconds: number; p99Ms: number }

const { url, connections, forMs, isBatch } = workerData as TrackLoad
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const latenciesMs: number[] = []
const sent: Sent[] = []
let failures = 0

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

/** A visit clicks twenty times. */
async function visit(): Promise<void> {
  const sessionId = `session_${Date.now()}_${randomUUID()}`
  const events = Array.from({ length: 20 }, () => interaction(sessionId))
  if (isBatch) await call({ events: events.map(event => ({ kind: 'interaction', ...event })) }, events)
  else for (const event of events) await call(event, [event])
}

function call(body: object, events: readonly Sent[]): Promise<void> {
  const payload = Buffer.from(JSON.stringify(body))
  const headers = { 'content-type': 'application/json', 'content-length': payload.length }
  return new Promise(resolve => {
    const startedAt = performance.now()
    const calling = request(url, { agent, method: 'POST', headers }, response => {
      response.resume().on('end', () => {
        latenciesMs.push(performance.now() - startedAt)
        if (response.statusCode !== 202) failures += 1
        else for (const { sessionId, clientId } of events) sent.push({ sessionId, clientId })
        resolve()
      })
    })
    calling.on('error', () => {
      failures += 1
      resolve()
    })
    calling.end(payload)
  })
}

const startedAt = performance.now()
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() - startedAt < forMs) await visit()
  }),
)
const seconds = (performance.now() - startedAt) / 1_000
agent.destroy()
latenciesMs.sort((a, b) => a - b)
const p99Ms = latenciesMs[Math.floor(latenciesMs.length * 0.99)] ?? 0
parentPort?.postMessage({ sent, calls: latenciesMs.length, failures, seconds, p99Ms } satisfies Tracked)
