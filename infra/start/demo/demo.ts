import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { passwords } from '@tba/command-api/accounts/passwords.ts'
import { adminIdOf } from '@tba/command-api/admins/admin-id.ts'
import { ensureAdmin, type FirstAdmin } from '@tba/command-api/admins/first-admin.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import { finishErasures } from '@tba/projector/jobs/erasure/finish-erasures.ts'
import { run } from '@tba/projector/run.ts'
import { createLogger } from '@tba/runtime/http/logger.ts'
import { type EventLog, eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import { picturesOnDisk } from '@tba/runtime/storage/pictures-on-disk.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { openVault } from '@tba/runtime/vault/open-vault.ts'
import { migrateVault } from '@tba/runtime/vault/person-keys.ts'
import { announce, buildingAnnouncer, everySecond } from '../local/progress.ts'
import { refuseOtherEvents } from './empty-log.ts'
import { fill } from './fill.ts'
import { type MonthOptions, month, monthBegins } from './month.ts'

/** Where it all goes. */
export type Place = {
  connectionString: string
  /** Where the log is, if not in the same database. */
  eventStoreUrl?: string | undefined
  secrets: Secrets
  dataDir: string
  admin: FirstAdmin
  signal: AbortSignal
  /** Told the password that was made for the administrator, where none was given. */
  onAdminMade(password: string): void
}

/** `password`: of the customers who can sign in. */
type Plan = Omit<MonthOptions, 'passwordHashes'> & { password: string }

/** Fills an empty log with a month, and the read tables after it. @throws {StartRefusal} where it is not empty */
export async function demo(place: Place, plan: Plan): Promise<{ eventCount: number }> {
  const { connectionString, eventStoreUrl = connectionString, secrets, dataDir, admin, signal } = place
  await using opened = new AsyncDisposableStack()
  const pool = await createPool(connectionString, { applicationName: 'demo' })
  opened.defer(() => pool.end())
  await migrateVault(pool)
  const keyring = await openVault({ pool, keks: keksOf(secrets), connectionString })
  opened.defer(() => keyring.close())
  const store = await openEventStore({ url: eventStoreUrl, applicationName: 'demo' })
  opened.defer(() => store.close())
  await refuseOtherEvents(store, dataDir)

  // As a first start does, but at the month's beginning.
  const log = eventLog(store, keyring)
  const hashing = await passwords()
  const atBeginning = dated(log, monthBegins(plan.untilMs))
  const made = await ensureAdmin({ log: atBeginning, secrets, passwords: hashing }, admin)
  if (made) place.onAdminMade(made)

  const said = everySecond(announce)
  const done = { visits: 0, events: 0 }
  function onWritten({ visits, events }: typeof done): void {
    done.visits += visits
    done.events += events
    said(`Visits: ${done.visits.toLocaleString('en')} of ${plan.visits.toLocaleString('en')}…`)
  }
  const passwordHashes = {
    cast: await hashing.hash(plan.password, 'demo'),
    others: await hashing.hash(randomBytes(32).toString('base64url'), 'demo'),
  }
  const visits = month({ ...plan, passwordHashes }, secrets, adminIdOf(secrets.emailHash, admin.email))
  await fill({ keyring, signal, write: store.appendInOrder, onWritten }, visits)

  const logger = createLogger({ service: 'demo', level: 'warn' })
  const reach = { log, store, pool, connectionString }
  const projector = await run({ ...reach, logger, signal, onProgress: buildingAnnouncer() })
  try {
    await projector.ready
  } finally {
    await projector.stop()
  }
  // Nobody in this month got letters.
  const mailer = { forget: async () => {} }
  const pictures = picturesOnDisk(path.join(dataDir, 'pictures'))
  await finishErasures({ ...reach, keyring, secrets, pictures, mailer })
  return { eventCount: done.events }
}

/** A log of one moment of the story. */
function dated(log: EventLog, atMs: number): EventLog {
  const recordedAt = new Date(atMs).toISOString()
  return {
    ...log,
    append: (stream, events, { expected, context }) =>
      log.append(
        stream,
        events.map(event => ({ ...event, recordedAt })),
        { expected, context: { ...context, actor: 'demo' } },
      ),
  }
}
