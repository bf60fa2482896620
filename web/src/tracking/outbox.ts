import type { TrackBatch } from '@tba/events/tracking/commands.ts'
import { visitId } from '../api/ids.ts'
import { textStorage } from '../api/storage.ts'

export type Tracked = TrackBatch['events'][number]

const storage = textStorage('sessionStorage', 'tracking_outbox')
const maxWaiting = 200
const maxInBatch = 50

// What the server has not confirmed yet: kept for the rest of the visit, through reloads and outages.
let waiting = (storage.json() ?? []) as Tracked[]
// As of the last answer.
let isDown = false

function store(events: Tracked[]) {
  waiting = events.slice(-maxWaiting)
  storage.set(JSON.stringify(waiting))
}

const remove = (sent: Tracked[]) => store(waiting.filter(event => !sent.includes(event)))

/** Whether it is done with: taken, or refused for good. */
async function post(call: string, body: unknown): Promise<boolean> {
  try {
    const response = await fetch(`/api/tracking/${call}`, {
      method: 'POST',
      credentials: 'include',
      keepalive: true,
      headers: { 'Content-Type': 'application/json', 'X-Visit-Id': visitId() },
      body: JSON.stringify(body),
    })
    // An answer that is not read to its end keeps its connection open.
    await response.arrayBuffer()
    if (!response.ok) console.error('Tracciamento non riuscito', response.status)
    isDown = response.status >= 500 || response.status === 429
  } catch (error) {
    console.error('Tracciamento non riuscito', error)
    isDown = true
  }
  return !isDown
}

/** Sends the waiting events together. Each has its own id, so that a repeat counts once. */
export async function retry() {
  const events = waiting.slice(0, maxInBatch)
  if (events.length === 0 || !(await post('batch', { events }))) return
  remove(events)
  await retry()
}

/** Sends one event by its own call. Where that fails, it waits for the network, the next load or the end of this one. */
export async function send(event: Tracked) {
  store([...waiting, event])
  const { kind, ...body } = event
  if (await post(kind, body)) remove([event])
}

/** Sends one last event, and what still waits, in a way that survives the page. */
export function sendLast(event: Tracked) {
  store([...waiting, event])
  const events = waiting.slice(-maxInBatch)
  const { kind, ...single } = event
  const [call, body] = events.length > 1 ? ['batch', { events }] : [kind, single]
  const json = new Blob([JSON.stringify(body)], { type: 'application/json' })
  const accepted = navigator.sendBeacon?.(`/api/tracking/${call}`, json)
  // A beacon has no answer: if the server is down, the next load sends all events again.
  if (accepted && navigator.onLine && !isDown) remove(events)
}
