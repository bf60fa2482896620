import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import type { EventStore } from '@tba/event-store/port.ts'

/** The events that a start records by itself. */
const ofAStart = new Set(['AdminCreated', 'AdminPasswordChanged'])

/** Sample data need an empty log. @throws {StartRefusal} */
export async function refuseOtherEvents(store: Pick<EventStore, 'readAll'>, dataDir: string): Promise<void> {
  for await (const { type, metadata } of store.readAll()) {
    if (ofAStart.has(type)) continue
    throw new StartRefusal(
      metadata.actor === 'demo'
        ? `The log in ${dataDir} holds sample data already, of a run that ended or was broken off. npm start shows what is there; for a new month remove that folder or set another DATA_DIR.`
        : `The log in ${dataDir} holds events of its own: sample data go into an empty one. Set another DATA_DIR.`,
    )
  }
}
