import { hash, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { RevisionConflict } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import type { VisitEvent } from '@tba/events/tracking/events.ts'
import type { Context, EventLog, EventToRecord } from '@tba/runtime/log/event-log.ts'
import { uuidOf } from '../digest-uuid.ts'
import type { Origin, Visits } from './visits.ts'

type Start = Extract<VisitEvent, { type: 'VisitStarted' }>
/** `start` is asked for where the visit is not known yet. */
export type Tracked = { visitId: string; events: readonly EventToRecord[]; start: () => Start }
/** `consent`: the visitor gave it in an earlier visit, and this one should know. */
export type Tracking = { log: EventLog; visits: Visits; context: Context; consent: boolean }

const consented: EventToRecord = { type: 'ConsentChosen', data: { choice: 'all' } }

/**
 * Appends to the visit's stream, whose first event says what all have in common. No reading and no deciding on
 * the way: thousands come in a second. What the client repeats has the same ids, and the log has them once.
 * @returns no position: nobody reads their own clicks
 */
export async function track({ log, visits, context, consent }: Tracking, tracked: Tracked): Promise<null> {
  const stream = streams.visit(tracked.visitId)
  if (!visits.known(tracked.visitId)) {
    const start = tracked.start()
    const own = tracked.events.map(event => withoutOrigin(event, start.data))
    const events = [start, ...(consent ? [consented] : []), ...own]
    const started = await attempt(() => log.append(stream, events, { expected: 'no_stream', context }))
    visits.remember(tracked.visitId, started ? start.data : null)
    if (started) return null
  }
  const origin = visits.originOf(tracked.visitId)
  const events = tracked.events.map(event => withoutOrigin(event, origin))
  if (await attempt(() => log.append(stream, events, { expected: 'any', context }))) return null
  // A repeat that comes with something new: one by one, the log recognises what it has.
  for (const event of events) await log.append(stream, [event], { expected: 'any', context })
  return null
}

/** Without what its visit says already: it may have begun with an event that knows less, or in another process. */
function withoutOrigin<E extends EventToRecord>(event: E, origin: Origin | null): E {
  if (event.type !== 'InteractionTracked' || !origin) return event
  const { userAgent, referrer, ...data } = event.data
  const own = {
    ...(userAgent && userAgent !== origin.userAgent && { userAgent }),
    ...(referrer && referrer !== origin.referrer && { referrer }),
  }
  return { ...event, data: { ...data, ...own } }
}

async function attempt(append: () => Promise<unknown>): Promise<boolean> {
  try {
    await append()
    return true
  } catch (error) {
    if (error instanceof RevisionConflict) return false
    throw error
  }
}

/**
 * The event's id: the same for the same client id in the same visit, and nobody else's. A visit's ids begin alike, so
 * that the log's index of ids grows in one place for all of a call's events, not in twenty.
 */
export function eventIdOf(visitId: string, clientId: string | undefined): string {
  if (!clientId) return randomUUID()
  const beginning = crc32(visitId).toString(16).padStart(8, '0')
  return uuidOf(beginning + hash('sha256', `${visitId}\n${clientId}`).slice(8))
}
