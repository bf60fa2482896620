import { randomBytes } from 'node:crypto'
import { passwords } from '@tba/command-api/accounts/passwords.ts'
import { adminIdOf } from '@tba/command-api/admins/admin-id.ts'
import { ensureAdmin, type FirstAdmin } from '@tba/command-api/admins/first-admin.ts'
import { finishErasures } from '@tba/projector/jobs/erasure/finish-erasures.ts'
import { run } from '@tba/projector/run.ts'
import { openFoundations } from '@tba/runtime/foundations.ts'
import { createLogger } from '@tba/runtime/http/logger.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import { announce, buildingAnnouncer, everySecond } from '../local/progress.ts'
import { refuseOtherEvents } from './empty-log.ts'
import { fill } from './fill.ts'
import { type MonthOptions, month, monthBegins } from './month.ts'

/** Where it all goes, and what is told. */
export type Demo = Pick<MonthOptions, 'visits' | 'seed' | 'site' | 'untilMs'> & {
  connectionString: string
  /** Where the log is, if not in the same database. */
  eventStoreUrl?: string | undefined
  secrets: Secrets
  dataDir: string
  admin: FirstAdmin
  /** Told the password that was made for the administrator, where none was given. */
  onAdminCreated(password: string): void
  /** Of the customers who can sign in. */
  password: string
  signal: AbortSignal
}

/**
 * Fills an empty log with a month, and the read tables after it.
 * @returns how many events happened. @throws {StartRefusal} where the log is not empty
 */
export async function demo(asked: Demo): Promise<number> {
  const { secrets, dataDir, admin, untilMs, visits, signal } = asked
  const logger = createLogger({ service: 'demo', level: 'warn' })
  await using foundations = await openFoundations({ ...asked, name: 'demo', logger })
  const { log, store, keyring } = foundations
  await refuseOtherEvents(store, dataDir)

  // As a first start does, but at the month's beginning.
  const hashing = await passwords()
  const atBeginning = dated(log, monthBegins(untilMs))
  const made = await ensureAdmin({ log: atBeginning, secrets, passwords: hashing }, admin)
  if (made) asked.onAdminCreated(made)

  const passwordHashes = {
    cast: await hashing.hash(asked.password, 'demo'),
    others: await hashing.hash(randomBytes(32).toString('base64url'), 'demo'),
  }
  const said = everySecond(announce)
  const onWritten = (written: number) =>
    said(`Visits: ${written.toLocaleString('en')} of ${visits.toLocaleString('en')}…`)
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

/** A log of one moment of the story. */
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
