import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/** For the flood benchmark: addresses that send batches of fifty events, as many as they are told, whatever is answered. */
export type Flooded = { calls: number; events: number; taken: number; refused: number; failed: number }

type Given = { address: string; addresses: number; calls: number; seconds: number }
const { address, addresses, calls, seconds }: Given = JSON.parse(process.argv[2] ?? '')

const agent = new Agent({ keepAlive: true, maxSockets: 128 })
const answered: Flooded = { calls: 0, events: 0, taken: 0, refused: 0, failed: 0 }
const untilMs = performance.now() + seconds * 1_000

await Promise.all(Array.from({ length: addresses }, (_, at) => flood(`198.18.${at >> 8}.${at & 255}`)))
if (addresses === 0) await pause(seconds * 1_000)
agent.destroy()
process.send?.(answered)
process.disconnect()

async function flood(from: string): Promise<void> {
  const sent: Promise<void>[] = []
  // Not all addresses in the same moment.
  let nextMs = performance.now() + (Math.random() * 1_000) / calls
  while (nextMs < untilMs) {
    await pause(Math.max(0, nextMs - performance.now()))
    sent.push(call(from))
    nextMs += 1_000 / calls
  }
  await Promise.all(sent)
}

async function call(from: string): Promise<void> {
  const status = await post(from, batch()).catch(() => 0)
  answered.calls++
  if (status === 202) {
    answered.taken++
    // The beginning of its visit is one too.
    answered.events += 51
  } else if (status === 429 || status === 503) answered.refused++
  else answered.failed++
}

function batch(): string {
  const sessionId = `session_${Date.now()}_${randomUUID().slice(0, 8)}`
  const events = Array.from({ length: 50 }, () => ({
    kind: 'interaction',
    sessionId,
    clientId: randomUUID(),
    eventType: 'button_click',
    elementId: 'hero-start',
    elementText: 'Inizia con €500',
    page: 'https://www.example.com/?utm_source=news',
    referrer: 'https://www.example.org/',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    additionalData: { category: 'hero', label: 'start' },
  }))
  return JSON.stringify({ events })
}

function post(from: string, body: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': from,
  }
  return new Promise((resolve, reject) => {
    const call = request(`${address}/api/tracking/batch`, { method: 'POST', agent, headers }, answer => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
    })
    call.once('error', reject)
    call.end(body)
  })
}
