import { createHash, randomUUID } from 'node:crypto'
import type { Context, EventLog, EventToRecord } from '@tba/events/log/event-log.ts'
import { RevisionConflict } from '@tba/events/store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { uuidOf } from '../digest-uuid.ts'
import type { Visits } from './visits.ts'

export type Tracked = { visitId: string; events: readonly EventToRecord[]; start: EventToRecord }
type Tracking = { log: EventLog; visits: Visits; context: Context }

/**
 * Appends to the visit's stream, whose first event says what all have in common. No reading and no deciding on
 * the way: thousands come in a second. What the client repeats has the same ids, and the log has them once.
 */
export async function track({ log, visits, context }: Tracking, tracked: Tracked): Promise<void> {
  const stream = streams.visit(tracked.visitId)
  if (!visits.known(tracked.visitId)) {
    const events = [tracked.start, ...tracked.events]
    const started = await attempt(() => log.append(stream, events, { expected: 'no_stream', context }))
    visits.remember(tracked.visitId)
    if (started) return
  }
  const { events } = tracked
  if (await attempt(() => log.append(stream, events, { expected: 'any', context }))) return
  const fresh = await withoutRepeats(log, stream, events)
  if (fresh.length > 0) await log.append(stream, fresh, { expected: 'any', context })
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

/** A repeat that comes with something new is neither written twice nor lost. */
async function withoutRepeats(log: EventLog, stream: string, events: readonly EventToRecord[]) {
  const repeated = new Set<string>()
  const ids = new Set(events.map(event => event.id))
  for await (const { id } of log.read(stream, { direction: 'backwards' })) if (ids.has(id)) repeated.add(id)
  return events.filter(({ id }) => !id || !repeated.has(id))
}

/** The event's id: the same for the same client id in the same visit, and nobody else's. */
export function eventIdOf(visitId: string, clientId: string | undefined): string {
  if (!clientId) return randomUUID()
  return uuidOf(createHash('sha256').update(`${visitId}\n${clientId}`).digest())
}
