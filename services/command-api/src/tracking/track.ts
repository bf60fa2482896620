import { createHash, randomUUID } from 'node:crypto'
import type { Context, EventLog, EventToRecord } from '@tba/events/log/event-log.ts'
import { RevisionConflict } from '@tba/events/store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { uuidOf } from '../digest-uuid.ts'
import type { Visits } from './visits.ts'

export type Tracked = { visitId: string; events: readonly EventToRecord[]; start: EventToRecord }
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
    const events = [tracked.start, ...(consent ? [consented] : []), ...tracked.events]
    const started = await attempt(() => log.append(stream, events, { expected: 'no_stream', context }))
    visits.remember(tracked.visitId)
    if (started) return null
  }
  const { events } = tracked
  if (await attempt(() => log.append(stream, events, { expected: 'any', context }))) return null
  // A repeat that comes with something new: one by one, the log recognises what it has.
  for (const event of events) await log.append(stream, [event], { expected: 'any', context })
  return null
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

/** The event's id: the same for the same client id in the same visit, and nobody else's. */
export function eventIdOf(visitId: string, clientId: string | undefined): string {
  if (!clientId) return randomUUID()
  return uuidOf(createHash('sha256').update(`${visitId}\n${clientId}`).digest())
}
