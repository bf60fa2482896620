import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { type Passwords, passwords } from '@tba/command-api/accounts/passwords.ts'
import { adminIdOf } from '@tba/command-api/admins/admin-id.ts'
import type { FirstAdmin } from '@tba/command-api/admins/first-admin.ts'
import { ensureAdmin } from '@tba/command-api/admins/first-admin.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import type { OpenedStore } from '@tba/event-store/port.ts'
import { finishErasures } from '@tba/projector/jobs/erasure/finish-erasures.ts'
import { type Deps, run } from '@tba/projector/run.ts'
import { createLogger } from '@tba/runtime/http/logger.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import { picturesOnDisk } from '@tba/runtime/storage/pictures-on-disk.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { openVault } from '@tba/runtime/vault/open-vault.ts'
import { migrateVault } from '@tba/runtime/vault/person-keys.ts'
import { announce, buildingAnnouncer, everySecond } from '../local/progress.ts'
import { refuseOtherEvents } from './empty-log.ts'
import { fill } from './fill.ts'
import { type MonthOptions, month, monthBegins } from './month.ts'
import { storyLog } from './stage.ts'

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

/** Fills an empty log with a month, and the read tables after it. @throws {StartRefusal} where it is not empty */
export async function demo(place: Place, plan: MonthOptions): Promise<{ eventCount: number }> {
  const { connectionString, eventStoreUrl = connectionString, secrets, dataDir, signal } = place
  await using opened = new AsyncDisposableStack()
  const pool = await createPool(connectionString, { applicationName: 'demo' })
  opened.defer(() => pool.end())
  await migrateVault(pool)
  const keyring = await openVault({ pool, keks: keksOf(secrets), connectionString })
  opened.defer(() => keyring.close())
  const store = await openEventStore({ url: eventStoreUrl, applicationName: 'demo' })
  opened.defer(() => store.close())
  await refuseOtherEvents(store, dataDir)

  await makeAdmin({ ...place, store, keyring }, plan)
  const eventCount = await write({ ...place, store, keyring }, plan)
  const log = eventLog(store, keyring)
  await project({ log, store, pool, connectionString, signal })
  // Nobody in this month got letters.
  const mailer = { forget: async () => {} }
  const pictures = picturesOnDisk(path.join(dataDir, 'pictures'))
  await finishErasures({ log, store, pool, keyring, secrets, pictures, mailer })
  return { eventCount }
}

type Opened = Place & { store: OpenedStore; keyring: Keyring }

/** As a first start does, but at the month's beginning. */
async function makeAdmin({ store, keyring, secrets, admin, onAdminMade }: Opened, { untilMs }: MonthOptions) {
  const log = storyLog(store, keyring, { atMs: monthBegins(untilMs) })
  const made = await ensureAdmin({ log, secrets, passwords: await passwords() }, admin)
  if (made) onAdminMade(made)
}

/** @returns how many events there are */
async function write({ store, keyring, secrets, admin, signal }: Opened, plan: MonthOptions) {
  const said = everySecond(announce)
  const written = { visits: 0, events: 0 }
  await fill(
    {
      ...{ keyring, secrets, signal, passwords: await samplePasswords(), write: store.appendInOrder },
      onWritten({ visits, events }) {
        written.visits += visits
        written.events += events
        said(`Visits: ${written.visits.toLocaleString('en')} of ${plan.visits.toLocaleString('en')}…`)
      },
    },
    month(plan, secrets, adminIdOf(secrets.emailHash, admin.email)),
  )
  return written.events
}

/** Those of the cast get a real hash; all others, who have none, share one that no password matches. */
async function samplePasswords(): Promise<Pick<Passwords, 'hash'>> {
  const { hash } = await passwords()
  const nobodys = await hash(randomBytes(32).toString('base64url'), 'demo')
  return { hash: async password => (password ? hash(password, 'demo') : nobodys) }
}

type ReadSide = Pick<Deps, 'log' | 'store' | 'pool' | 'connectionString'> & { signal: AbortSignal }

/** Fills the read tables, as the product does; resolves when they hold everything. */
async function project(readSide: ReadSide): Promise<void> {
  const logger = createLogger({ service: 'demo', level: 'warn' })
  const projector = await run({ ...readSide, logger, onProgress: buildingAnnouncer() })
  try {
    await projector.ready
  } finally {
    await projector.stop()
  }
}
