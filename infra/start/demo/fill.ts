import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import type { EventStore, Expected } from '@tba/event-store/port.ts'
import { finishErasures } from '@tba/projector/jobs/erasure/finish-erasure.ts'
import { run } from '@tba/projector/run.ts'
import { type EventLog, sealEvents } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { SharedResources } from '@tba/runtime/shared-resources.ts'
import { announce, buildingAnnouncer, oncePerSecond } from '../local/progress.ts'
import type { month } from './month.ts'

/** The administrator of an earlier start may stay. @throws {StartRefusal} */
export async function refuseOtherEvents(store: EventStore, dataDir: string): Promise<void> {
  const where = `The log in ${dataDir} holds events already`
  for await (const { type } of store.readAll())
    if (!['AdminCreated', 'AdminPasswordIssued', 'AdminPasswordChanged'].includes(type))
      throw new StartRefusal(`${where}: sample data go into an empty one. Set another DATA_DIR.`)
}

/** A log whose appends have this time. */
export function datedLog(log: EventLog, atMs: number): EventLog {
  const recordedAt = new Date(atMs).toISOString()
  const dated = <Event>(event: Event) => ({ ...event, recordedAt })
  return { ...log, append: (stream, events, options) => log.append(stream, events.map(dated), options) }
}

/** @returns the number of events */
export async function appendAll(
  parts: ReturnType<typeof month>,
  { store, keyring }: SharedResources,
  allVisits: number,
): Promise<number> {
  const report = oncePerSecond(announce)
  // No person has a key yet.
  const keyOf = (person: string) => keyring.sealing(person, async () => true)
  /** Nobody else writes, so a stream that is not among them has no end to look for. */
  const started = new Set<string>()
  let eventCount = 0
  for (const { appends, visits } of parts) {
    // In parallel, because each person's first key is a round trip to the database.
    const sealed = appends.map(async ({ stream, ...append }) => {
      const expected: Expected = started.has(stream) ? 'any' : 'no_stream'
      started.add(stream)
      return { stream, expected, events: await sealEvents(keyOf, { stream, ...append }) }
    })
    await store.appendInOrder(await Promise.all(sealed))
    for (const { events } of appends) eventCount += events.length
    report(`Visits: ${visits.toLocaleString('en')} of ${allVisits.toLocaleString('en')}…`)
  }
  return eventCount
}

type Deps = SharedResources & { secrets: Secrets } & Pick<Parameters<typeof run>[0], 'logger' | 'signal'>

/** Folds the log into the read tables. */
export async function fillTables(deps: Deps): Promise<void> {
  const projector = await run({ ...deps, onProgress: buildingAnnouncer() })
  await projector.ready
  await projector.stop()
  // Nobody in this month got letters or has a picture.
  const mailer = { forget: async () => {} }
  const objects = { removeAll: async () => {} }
  await finishErasures({ ...deps, objects, mailer })
}
