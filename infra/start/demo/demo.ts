import path from 'node:path'
import { passwords } from '@tba/command-api/accounts/passwords.ts'
import { adminIdOf } from '@tba/command-api/admins/admin-id.ts'
import type { FirstAdmin } from '@tba/command-api/admins/first-admin.ts'
import { ensureAdmin } from '@tba/command-api/admins/first-admin.ts'
import { openEventStore } from '@tba/event-store/open.ts'
import type { OpenedStore } from '@tba/event-store/port.ts'
import { finishErasures } from '@tba/projector/jobs/erasure/finish-erasures.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { createPool } from '@tba/runtime/postgres/pool.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import { picturesOnDisk } from '@tba/runtime/storage/pictures-on-disk.ts'
import { keksOf } from '@tba/runtime/vault/keks.ts'
import { openVault } from '@tba/runtime/vault/open-vault.ts'
import { migrateVault } from '@tba/runtime/vault/person-keys.ts'
import { refuseOtherEvents } from './empty-log.ts'
import { fill } from './fill.ts'
import { type MonthOptions, month, monthBegins } from './month.ts'
import { passwordsOf } from './people.ts'
import { progress } from './progress.ts'
import { project, projectedTypes } from './read-side.ts'
import { sampleLog } from './sample-log.ts'

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
export type Plan = MonthOptions & { password: string }

/** Fills an empty log with a month, and the read tables after it. @throws {StartRefusal} where it is not empty */
export async function demo(place: Place, plan: Plan): Promise<{ eventCount: number }> {
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
  const counts = await write({ ...place, store, keyring }, plan)
  const projecting = progress('Events in the read tables', counts.projected)
  const log = eventLog(store, keyring)
  await project({ log, store, pool, connectionString, signal }, projecting.add)
  projecting.end()
  // Nobody in this month got letters.
  const mailer = { forget: async () => {} }
  const pictures = picturesOnDisk(path.join(dataDir, 'pictures'))
  await finishErasures({ log, store, pool, keyring, secrets, pictures, mailer })
  return counts
}

type Opened = Place & { store: OpenedStore; keyring: Keyring }

/** As a first start does, but at the month's beginning. */
async function makeAdmin({ store, keyring, secrets, admin, onAdminMade }: Opened, { untilMs }: Plan) {
  const log = sampleLog(store, keyring, { atMs: monthBegins(untilMs) })
  const made = await ensureAdmin({ log, secrets, passwords: await passwords() }, admin)
  if (made) onAdminMade(made)
}

/** @returns how many events there are, and how many of them some table is made of */
async function write({ store, keyring, secrets, admin, signal }: Opened, plan: Plan) {
  const counts = { eventCount: 0, projected: 0 }
  const telling = progress('Visits', plan.visits)
  await fill(
    {
      ...(await passwordsOf(plan.password)),
      ...{ keyring, secrets, signal },
      adminId: adminIdOf(secrets.emailHash, admin.email),
      write: store.appendInOrder,
      onWritten({ visits, types }) {
        counts.eventCount += types.length
        counts.projected += types.filter(type => projectedTypes.has(type)).length
        telling.add(visits)
      },
    },
    month(plan),
  )
  telling.end()
  return counts
}
