import type { TrackBatch } from '@tba/events/tracking/commands.ts'
import { clickId, visitId } from '../api/ids.ts'
import { textStorage } from '../api/storage.ts'

export type Tracked = TrackBatch['events'][number]

const storage = textStorage('sessionStorage', 'tracking_outbox')
const maxWaiting = 200
const maxInBatch = 50
// UTF-8 makes at most three bytes of each: browsers send 64 KiB behind a page's back, and the server takes no more.
const maxBatchLength = 20_000

// What the server has not confirmed yet: kept for the rest of the visit, through reloads and outages.
let waiting = (storage.json() ?? []) as Tracked[]
// As of the last answer.
let isDown = false

function store(events: Tracked[]) {
  waiting = events.slice(-maxWaiting)
  storage.set(JSON.stringify(waiting))
}

const remove = (sent: Tracked[]) => store(waiting.filter(event => !sent.includes(event)))

/** @param click the id of the click that it tells. @returns the status; 0 without an answer */
async function post(call: string, body: unknown, click = ''): Promise<number> {
  try {
    const response = await fetch(`/api/tracking/${call}`, {
      method: 'POST',
      credentials: 'include',
      keepalive: true,
      headers: {
        'Content-Type': 'application/json',
        'X-Visit-Id': visitId(),
        ...(click && { 'X-Correlation-Id': click }),
      },
      body: JSON.stringify(body),
    })
    // An answer that is not read to its end keeps its connection open.
    await response.arrayBuffer()
    if (!response.ok) console.error('Tracciamento non riuscito', response.status)
    isDown = response.status >= 500 || response.status === 429
    return response.status
  } catch (error) {
    console.error('Tracciamento non riuscito', error)
    isDown = true
    return 0
  }
}

function batch(): Tracked[] {
  const events = waiting.slice(0, maxInBatch)
  while (events.length > 1 && JSON.stringify(events).length > maxBatchLength) events.pop()
  return events
}

/** Sends the waiting events together. Each has its own id, so that a repeat counts once. */
export async function retry() {
  const events = batch()
  if (events.length === 0) return
  const status = await post('batch', { events })
  // One that is refused must not cost the others.
  if (status === 400) for (const event of events) isDown || (await sendAlone(event))
  else if (!isDown) remove(events)
  if (!isDown) await retry()
}

async function sendAlone(event: Tracked, click?: string) {
  const { kind, ...body } = event
  await post(kind, body, click)
  if (!isDown) remove([event])
}

/** Sends one event by its own call. Where that fails, it waits for the network, the next load or the end of this one. */
export async function send(event: Tracked) {
  store([...waiting, event])
  const name = event.kind === 'interaction' ? event.eventType : event.eventName
  await sendAlone(event, name === 'button_click' ? clickId() : '')
}

/** Sends one last event in a way that survives the page, as calls that are not answered yet do; and what waits for the server. */
export function sendLast(event: Tracked) {
  const { kind, ...single } = event
  store([...waiting, event])
  const [call, body] = isDown ? ['batch', { events: batch() }] : [kind, single]
  const json = new Blob([JSON.stringify(body)], { type: 'application/json' })
  const accepted = navigator.sendBeacon?.(`/api/tracking/${call}`, json)
  // A beacon has no answer: if the server is down, the next load sends all events again.
  if (accepted && navigator.onLine && !isDown) remove([event])
}
