import type { TrackBatch } from '@tba/events/tracking/commands.ts'
import { visitId } from '../api/ids.ts'
import { stored } from '../api/stored.ts'

export type Tracked = TrackBatch['events'][number]

const kept = stored('sessionStorage', 'tracking_outbox')
const mostKept = 200
const mostInBatch = 50
const firstRetryMs = 2000
const lastRetryMs = 60_000
/** About three minutes, in which a server that wants no more says so: what waits is let go then. */
const mostRefusals = 8

// What the server has not confirmed yet: kept for the rest of the visit, through reloads and outages.
let waiting = (kept.json() ?? []) as Tracked[]
let retryMs = firstRetryMs
let retryTimer: number | undefined
// In a row. To be offline is none: what waits is sent whenever the network is back.
let refusals = 0

function keep(events: Tracked[]) {
  waiting = events.slice(-mostKept)
  kept.set(JSON.stringify(waiting))
}

const forget = (sent: Tracked[]) => keep(waiting.filter(event => !sent.includes(event)))

/** What is worth trying again, and when at the soonest. */
type Failure = { retryInMs: number }

/** Resolves with null where it is done with: taken, or refused for good. */
async function post(call: string, body: unknown): Promise<Failure | null> {
  try {
    const response = await fetch(`/api/tracking/${call}`, {
      method: 'POST',
      credentials: 'include',
      keepalive: true,
      headers: { 'Content-Type': 'application/json', 'X-Visit-Id': visitId() },
      body: JSON.stringify(body),
    })
    const { ok, status, headers } = response
    // An answer that is not read to its end keeps its connection open.
    await response.arrayBuffer()
    if (!ok) console.error('Tracciamento non riuscito', status)
    if (ok || (status < 500 && status !== 429)) {
      refusals = 0
      return null
    }
    refusals++
    return { retryInMs: Number(headers.get('Retry-After')) * 1000 || 0 }
  } catch (error) {
    console.error('Tracciamento non riuscito', error)
    return { retryInMs: 0 }
  }
}

const isDown = () => retryTimer !== undefined

function retryLater({ retryInMs }: Failure) {
  if (refusals >= mostRefusals) {
    refusals = 0
    retryMs = firstRetryMs
    return keep([])
  }
  retryTimer ??= window.setTimeout(retry, Math.max(retryMs, retryInMs))
  retryMs = Math.min(retryMs * 2, lastRetryMs)
}

/** Sends what waits, together. Each event has its own id, so that a repeat counts once. */
export async function retry() {
  window.clearTimeout(retryTimer)
  retryTimer = undefined
  const events = waiting.slice(0, mostInBatch)
  if (events.length === 0) return
  const failure = await post('batch', { events })
  if (failure) return retryLater(failure)
  retryMs = firstRetryMs
  forget(events)
  if (waiting.length > 0) return retry()
}

/** Sends one event by its own call. During an outage it waits with the others. */
export async function send(event: Tracked) {
  keep([...waiting, event])
  if (isDown()) return
  const { kind, ...body } = event
  const failure = await post(kind, body)
  if (failure) retryLater(failure)
  else forget([event])
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
