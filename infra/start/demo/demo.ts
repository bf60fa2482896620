import { randomBytes } from 'node:crypto'
import { passwords } from '@tba/command-api/accounts/passwords.ts'
import { adminIdOf } from '@tba/command-api/admins/admin-id.ts'
import { ensureAdmin, type FirstAdmin } from '@tba/command-api/admins/first-admin.ts'
import { finishErasures } from '@tba/projector/jobs/erasure/finish-erasures.ts'
import { run } from '@tba/projector/run.ts'
import { openFoundations } from '@tba/runtime/foundations.ts'
import { createLogger } from '@tba/runtime/http/operations/logger.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import { announce, buildingAnnouncer, oncePerSecond } from '../local/progress.ts'
import { refuseOtherEvents } from './empty-log.ts'
import { fill } from './fill.ts'
import { type MonthOptions, month, monthBegins } from './month.ts'

/** The target of the sample data, and callbacks. */
export type Demo = Pick<MonthOptions, 'visits' | 'seed' | 'site' | 'untilMs'> & {
  connectionString: string
  /** The log, if it is not in the same database. */
  eventStoreUrl?: string | undefined
  secrets: Secrets
  dataDir: string
  admin: FirstAdmin
  /** Called with the administrator's password if it was generated. */
  onAdminCreated(password: string): void
  /** Of the customers who can sign in. */
  password: string
  signal: AbortSignal
}

/**
 * Fills an empty log with a month, then the read tables.
 * @returns the number of events. @throws {StartRefusal} the log is not empty
 */
export async function demo(asked: Demo): Promise<number> {
  const { secrets, dataDir, admin, untilMs, visits, signal } = asked
  const logger = createLogger({ service: 'demo', level: 'warn' })
  await using foundations = await openFoundations({ ...asked, name: 'demo', logger })
  const { log, store, keyring } = foundations
  await refuseOtherEvents(store, dataDir)

  // Like a first start, but at the start of the month.
  const hashing = await passwords()
  const atBeginning = dated(log, monthBegins(untilMs))
  const made = await ensureAdmin({ log: atBeginning, secrets, passwords: hashing }, admin)
  if (made) asked.onAdminCreated(made)

  const passwordHashes = {
    cast: await hashing.hash(asked.password, 'demo'),
    others: await hashing.hash(randomBytes(32).toString('base64url'), 'demo'),
  }
  const report = oncePerSecond(announce)
  const onWritten = (written: number) =>
    report(`Visits: ${written.toLocaleString('en')} of ${visits.toLocaleString('en')}…`)
  const told = month({ ...asked, passwordHashes, adminId: adminIdOf(secrets.emailHash, admin.email) })
  const eventCount = await fill({ keyring, signal, write: store.appendInOrder, onWritten }, told)

  const projector = await run({ ...foundations, logger, signal, onProgress: buildingAnnouncer() })
  try {
    await projector.ready
  } finally {
    await projector.stop()
  }
  // Nobody in this month got letters or has a picture.
  const mailer = { forget: async () => {} }
  const objects = { removeAll: async () => {} }
  await finishErasures({ ...foundations, secrets, objects, mailer })
  return eventCount
}

/** A log whose appends have this time. */
function dated(log: EventLog, atMs: number): EventLog {
  const recordedAt = new Date(atMs).toISOString()
  return {
    ...log,
    append(stream, events, { expected, context }) {
      const then = events.map(event => ({ ...event, recordedAt }))
      return log.append(stream, then, { expected, context: { ...context, actor: 'demo' } })
    },
  }
}
