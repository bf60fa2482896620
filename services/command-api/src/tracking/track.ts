import { hash, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type AppendResult, RevisionConflict } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import type { VisitEvent } from '@tba/events/tracking/events.ts'
import { uuidFromHash } from '@tba/runtime/email-hash.ts'
import type { FairQueue } from '@tba/runtime/http/limits/fair-queue.ts'
import type { Context, EventLog, EventToRecord } from '@tba/runtime/log/event-log.ts'
import { hashed, type Origin, originIn, type Visits } from './visits.ts'

type Start = Extract<VisitEvent, { type: 'VisitStarted' }>
/** `start` creates the first event of an unknown visit. `isUnlimited`: also recorded if the visit has too many events. */
export type Tracked = {
  visitId: string
  events: readonly EventToRecord[]
  start: () => Start
  isUnlimited?: boolean
}
export type Tracking = {
  log: EventLog
  visits: Visits
  context: Context
  /** The visitor consented in an earlier visit. This visit records it too. */
  consent: boolean
  /** Limits parallel appends. */
  enqueue?: FairQueue
}

const consented: EventToRecord = { type: 'ConsentChosen', data: { choice: 'all' } }

/**
 * Appends to the visit's stream. Its first event has what all share. Nothing is read or decided, because thousands arrive
 * each second. A repeat of the client has the same event ids, and the log recognises them.
 * @returns false if the visit has too many events
 */
export function track(tracking: Tracking, tracked: Tracked): Promise<boolean> {
  const work = () => append(tracking, tracked)
  return tracking.enqueue ? tracking.enqueue('all', work, tracked.events.length) : work()
}

/**
 * With consent, an event names the visit of its own stream, and never another one. The client sends both ids. Otherwise it
 * could fill one visit without limit through other streams.
 */
function contextIn(visitId: string, { context, consent }: Pick<Tracking, 'context' | 'consent'>): Context {
  const { visitId: namedVisit, ...withoutVisit } = context
  const isNamed = namedVisit === undefined ? consent : namedVisit === visitId
  return isNamed ? { ...withoutVisit, visitId } : withoutVisit
}

async function append(tracking: Tracking, tracked: Tracked): Promise<boolean> {
  const { log, visits, consent } = tracking
  const { visitId } = tracked
  const context = contextIn(visitId, tracking)
  const stream = streams.visit(visitId)
  if (!visits.isKnown(visitId)) {
    const start = tracked.start()
    const origin = originIn(start.data)
    const rest = tracked.events.map(event => withoutOrigin(event, origin))
    const events = [start, ...(consent ? [consented] : []), ...rest]
    const started = await appendOrConflict(() =>
      log.append(stream, events, { expected: 'no_stream', context }),
    )
    const isStarted = !(started instanceof RevisionConflict)
    visits.remember(visitId, {
      origin: isStarted ? origin : null,
      recorded: countAt(isStarted ? started.revision : started.actual),
    })
    if (isStarted) return true
  }
  const origin = visits.originOf(visitId)
  const events = tracked.events.map(event => withoutOrigin(event, origin))
  return visits.appendWithinLimit(visitId, tracked.isUnlimited ? 0 : events.length, async () => {
    const appended = await appendOrConflict(() => log.append(stream, events, { expected: 'any', context }))
    if (!(appended instanceof RevisionConflict)) return { recorded: countAt(appended.revision) }
    // A repeat together with new events: appended one by one, the log recognises those it has.
    let last = appended.actual
    for (const event of events)
      last = (await log.append(stream, [event], { expected: 'any', context })).revision
    return { recorded: countAt(last) }
  })
}

/**
 * Only for the limit, never shown. In EventStoreDB a visit that expired and starts again continues after its old revisions.
 * So it counts as longer than it is, and reaches the limit earlier.
 * @param revision null: there is no stream
 */
const countAt = (revision: number | null) => (revision ?? -1) + 1

/** Leaves out what equals the origin of the visit. The origin is null if another process recorded the start. */
function withoutOrigin<E extends EventToRecord>(event: E, origin: Origin | null): E {
  if (event.type !== 'InteractionTracked' || !origin) return event
  const { userAgent, referrer, ...data } = event.data
  const differing = {
    ...(userAgent && hashed(userAgent) !== origin.userAgent && { userAgent }),
    ...(referrer && hashed(referrer) !== origin.referrer && { referrer }),
  }
  return { ...event, data: { ...data, ...differing } }
}

async function appendOrConflict(work: () => Promise<AppendResult>): Promise<AppendResult | RevisionConflict> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RevisionConflict) return error
    throw error
  }
}

/**
 * The event's id comes from the visit and the client id, so that a repeat has the same id. The ids of a visit share a prefix.
 * So the events of one call go to one page of the log's index, and not to twenty.
 */
export function eventIdOf(visitId: string, clientId: string | undefined): string {
  if (!clientId) return randomUUID()
  const prefix = crc32(visitId).toString(16).padStart(8, '0')
  return uuidFromHash(prefix + hash('sha256', `${visitId}\n${clientId}`).slice(8))
}
