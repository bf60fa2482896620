import type { TrackBatch } from '@tba/events/tracking/commands.ts'
import { visitId } from '../shell/visit.ts'

export type Tracked = TrackBatch['events'][number]

const key = 'tracking_outbox'
const mostKept = 200
const mostInBatch = 50
const firstRetryMs = 2000
const lastRetryMs = 60_000

// What the server has not confirmed yet: kept for the rest of the visit, through reloads and outages.
let waiting: Tracked[] = restored()
let retryMs = firstRetryMs
let retryTimer: number | undefined

function restored(): Tracked[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]')
  } catch {
    return []
  }
}

function keep(events: Tracked[]) {
  waiting = events.slice(-mostKept)
  try {
    sessionStorage.setItem(key, JSON.stringify(waiting))
  } catch {
    // Storage is blocked: what waits lasts as long as the page.
  }
}

const forget = (sent: Tracked[]) => keep(waiting.filter(event => !sent.includes(event)))

/** Resolves with false where it is worth trying again. */
async function post(call: string, body: unknown): Promise<boolean> {
  try {
    const response = await fetch(`/api/tracking/${call}`, {
      method: 'POST',
      credentials: 'include',
      keepalive: true,
      headers: { 'Content-Type': 'application/json', 'X-Visit-Id': visitId() },
      body: JSON.stringify(body),
    })
    const { ok, status } = response
    // An answer that is not read to its end keeps its connection open.
    await response.arrayBuffer()
    if (!ok) console.error('Tracciamento non riuscito', status)
    return ok || (status < 500 && status !== 429)
  } catch (error) {
    console.error('Tracciamento non riuscito', error)
    return false
  }
}

const isDown = () => retryTimer !== undefined

function retryLater() {
  retryTimer ??= window.setTimeout(retry, retryMs)
  retryMs = Math.min(retryMs * 2, lastRetryMs)
}

/** Sends what waits, together. Each event has its own id, so that a repeat counts once. */
export async function retry() {
  window.clearTimeout(retryTimer)
  retryTimer = undefined
  const events = waiting.slice(0, mostInBatch)
  if (events.length === 0) return
  if (!(await post('batch', { events }))) return retryLater()
  retryMs = firstRetryMs
  forget(events)
  if (waiting.length > 0) return retry()
}

/** Sends one event by its own call. During an outage it waits with the others. */
export async function send(event: Tracked) {
  keep([...waiting, event])
  if (isDown()) return
  const { kind, ...body } = event
  if (await post(kind, body)) forget([event])
  else retryLater()
}

/** Sends one last event, and what still waits, in a way that survives the page. */
export function sendLast(event: Tracked) {
  keep([...waiting, event])
  const events = waiting.slice(-mostInBatch)
  const { kind, ...alone } = event
  const [call, body] = events.length > 1 ? ['batch', { events }] : [kind, alone]
  const json = new Blob([JSON.stringify(body)], { type: 'application/json' })
  const accepted = navigator.sendBeacon?.(`/api/tracking/${call}`, json)
  if (accepted && !isDown()) forget(events)
}
