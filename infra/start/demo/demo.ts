import { passwords } from '@tba/command-api/accounts/sessions/passwords.ts'
import { adminIdOf, ensureAdmin, type FirstAdmin } from '@tba/command-api/admins/first-admin.ts'
import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import type { EventStore, StreamAppend } from '@tba/event-store/port.ts'
import { finishErasures } from '@tba/projector/jobs/erasure/finish-erasure.ts'
import { run } from '@tba/projector/run.ts'
import { openFoundations } from '@tba/runtime/foundations.ts'
import { createLogger } from '@tba/runtime/http/operations/logger.ts'
import { type EventLog, sealEvents } from '@tba/runtime/log/event-log.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import { announce, buildingAnnouncer, oncePerSecond } from '../local/progress.ts'
import { type MonthOptions, month, monthStart } from './month.ts'
import type { TimedAppend } from './world.ts'

type Demo = Pick<MonthOptions, 'visits' | 'seed' | 'site' | 'untilMs'> & {
  connectionString: string
  /** The log, if it is not in the same database. */
  eventStoreUrl: string | undefined
  secrets: Secrets
  dataDir: string
  admin: FirstAdmin
  /** Of the customers. */
  password: string
  signal: AbortSignal
}

/**
 * Fills an empty log with a month, then the read tables.
 * @returns the number of events, and the administrator's password if one was created
 * @throws {StartRefusal} the log is not empty
 */
export async function demo(asked: Demo) {
  const { secrets, admin } = asked
  const logger = createLogger({ service: 'demo', level: 'warn' })
  await using foundations = await openFoundations({ ...asked, name: 'demo', logger })
  const { store, keyring } = foundations
  await refuseOtherEvents(store, asked.dataDir)

  // Like a first start, but at the start of the month.
  const hashing = await passwords()
  const log = datedLog(foundations.log, monthStart(asked.untilMs))
  const createdPassword = await ensureAdmin({ log, secrets, passwords: hashing }, admin)

  const passwordHash = await hashing.hash(asked.password, 'demo')
  const adminId = adminIdOf(secrets.emailHash, admin.email)
  const report = oncePerSecond(announce)
  let eventCount = 0
  for (const { appends, visits } of month({ ...asked, passwordHash, adminId })) {
    // In parallel, because each person's first key is a round trip to the database.
    await store.appendInOrder(await Promise.all(appends.map(each => sealed(keyring, each))))
    for (const { events } of appends) eventCount += events.length
    report(`Visits: ${visits.toLocaleString('en')} of ${asked.visits.toLocaleString('en')}…`)
  }

  const projector = await run({
    ...foundations,
    logger,
    signal: asked.signal,
    onProgress: buildingAnnouncer(),
  })
  await projector.ready
  await projector.stop()
  // Nobody in this month got letters or has a picture.
  const mailer = { forget: async () => {} }
  const objects = { removeAll: async () => {} }
  await finishErasures({ ...foundations, secrets, objects, mailer })
  return { eventCount, createdPassword }
}

/** The events that a start records by itself. */
const ofAStart = new Set(['AdminCreated', 'AdminPasswordChanged'])

async function refuseOtherEvents(store: EventStore, dataDir: string): Promise<void> {
  for await (const { type } of store.readAll())
    if (!ofAStart.has(type))
      throw new StartRefusal(
        `The log in ${dataDir} holds events already: sample data go into an empty one. Set another DATA_DIR.`,
      )
}

async function sealed(keyring: Keyring, { atMs, expected, ...append }: TimedAppend): Promise<StreamAppend> {
  // No person has a key yet.
  const keyOf = (person: string) => keyring.sealing(person, async () => true)
  const recordedAt = new Date(atMs).toISOString()
  const events = append.events.map(event => ({ ...event, recordedAt }))
  return { stream: append.stream, expected, events: await sealEvents(keyOf, { ...append, events }) }
}

/** A log whose appends have this time. */
function datedLog(log: EventLog, atMs: number): EventLog {
  const recordedAt = new Date(atMs).toISOString()
  const dated = <Event>(event: Event) => ({ ...event, recordedAt })
  return { ...log, append: (stream, events, options) => log.append(stream, events.map(dated), options) }
}
