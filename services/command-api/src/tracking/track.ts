import { hash, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { RevisionConflict } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import type { VisitEvent } from '@tba/events/tracking/events.ts'
import type { Context, EventLog, EventToRecord } from '@tba/runtime/log/event-log.ts'
import { uuidOf } from '../digest-uuid.ts'
import type { Origin, Visits } from './visits.ts'

type Start = Extract<VisitEvent, { type: 'VisitStarted' }>
/** `start` makes the first event of a visit that is not known yet. */
export type Tracked = { visitId: string; events: readonly EventToRecord[]; start: () => Start }
/** `consent`: given in an earlier visit, and to be recorded in this one. */
export type Tracking = { log: EventLog; visits: Visits; context: Context; consent: boolean }

const consented: EventToRecord = { type: 'ConsentChosen', data: { choice: 'all' } }

/**
 * Appends to the visit's stream, whose first event has what all share. Nothing is read or decided, since thousands come
 * in a second. A repeat of the client has the same event ids, which the log recognises.
 * @returns no position: nobody reads their own clicks
 */
export async function track({ log, visits, context, consent }: Tracking, tracked: Tracked): Promise<null> {
  const stream = streams.visit(tracked.visitId)
  if (!visits.known(tracked.visitId)) {
    const start = tracked.start()
    const rest = tracked.events.map(event => withoutOrigin(event, start.data))
    const events = [start, ...(consent ? [consented] : []), ...rest]
    const started = await attempt(() => log.append(stream, events, { expected: 'no_stream', context }))
    visits.remember(tracked.visitId, started ? start.data : null)
    if (started) return null
  }
  const origin = visits.originOf(tracked.visitId)
  const events = tracked.events.map(event => withoutOrigin(event, origin))
  if (await attempt(() => log.append(stream, events, { expected: 'any', context }))) return null
  // A repeat together with new events: appended one by one, the log recognises those it has.
  for (const event of events) await log.append(stream, [event], { expected: 'any', context })
  return null
}

/** Leaves out what equals the origin of the visit. That is null where another process recorded the start. */
function withoutOrigin<E extends EventToRecord>(event: E, origin: Origin | null): E {
  if (event.type !== 'InteractionTracked' || !origin) return event
  const { userAgent, referrer, ...data } = event.data
  const differing = {
    ...(userAgent && userAgent !== origin.userAgent && { userAgent }),
    ...(referrer && referrer !== origin.referrer && { referrer }),
  }
  return { ...event, data: { ...data, ...differing } }
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
 * The event's id: made from the visit and the client id, so that a repeat has the same. The ids of a visit share their
 * beginning, so that the events of one call go to one place of the log's index and not to twenty.
 */
export function eventIdOf(visitId: string, clientId: string | undefined): string {
  if (!clientId) return randomUUID()
  const beginning = crc32(visitId).toString(16).padStart(8, '0')
  return uuidOf(beginning + hash('sha256', `${visitId}\n${clientId}`).slice(8))
}
