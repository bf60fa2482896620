import type { EventStore } from '@tba/event-store/port.ts'
import { type EventLog, eventLog } from '@tba/runtime/log/event-log.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'

/** What time it is in the story. */
export type Clock = { atMs: number }

/** A log whose events have the times of the story, and `demo` as their actor. */
export function sampleLog(store: EventStore, keyring: Keyring, clock: Clock): EventLog {
  const log = eventLog(store, keyring)
  return {
    ...log,
    append(stream, events, { expected, context }) {
      const recordedAt = new Date(clock.atMs).toISOString()
      const dated = events.map(event => ({ ...event, recordedAt }))
      return log.append(stream, dated, { expected, context: { ...context, actor: 'demo' } })
    },
  }
}
