import type { EventStore } from '@tba/event-store/port.ts'
import type { Permission } from '@tba/events/admins/roles.ts'
import type { Disk } from '@tba/runtime/disk.ts'
import { isAdminSessionOpen, requireAdmin } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { sharedLimit } from '@tba/runtime/http/limits/limit.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import type { RedisConnection } from '@tba/runtime/redis/connection.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import type { DatabasePool } from 'slonik'
import { uploadTickets } from './accounts/pictures/upload-tickets.ts'
import { counters } from './accounts/sessions/counters.ts'
import { passwords } from './accounts/sessions/passwords.ts'
import { requireOpenSession } from './accounts/sessions/require-open-session.ts'
import { signInThrottle } from './accounts/sessions/sign-in-throttle.ts'
import { wrongCodes } from './admins/wrong-codes.ts'
import { idempotency } from './idempotency.ts'

export type Resources = {
  store: EventStore
  /** Has to listen for the keys that other processes destroy: see `openVault`. */
  keyring: Keyring
  pool: DatabasePool
  secrets: Secrets
  /** Where customers' pictures lie. */
  objects: Objects
  /** Of the log and the tables. */
  disk: Disk
  /** Where several processes count wrong passwords together. */
  redis?: RedisConnection | null
  /** Where letters lie that no mail server sends. */
  lettersFolder?: string | undefined
  /** PUBLIC_URL, if the environment sets it. */
  givenUrl?: string | undefined
}

/** A visitor who sends no more counts as quiet: again every quarter of an hour. */
export const few = { capacity: 3, refillPerSecond: 0.001 }

export type Deps = Awaited<ReturnType<typeof depsOf>>

/** What the routes need. */
export async function depsOf(app: App, resources: Resources) {
  const { store, keyring, pool, secrets, objects, disk, redis = null, givenUrl, lettersFolder } = resources
  const log = eventLog(store, keyring)
  app.storeConsole({ pool, log })
  const work = await passwords()
  const counter = counters(redis)
  const ofConsole = app.bucket('commands of the console', { capacity: 1_000, refillPerSecond: 5 })
  return {
    log,
    store,
    pool,
    secrets,
    objects,
    disk,
    givenUrl,
    lettersFolder,
    passwords: work,
    throttle: signInThrottle({
      counter,
      limitScale: app.limitScale,
      hashKey: secrets.lookups,
      passwords: work,
    }),
    tickets: uploadTickets(pool, secrets.tickets),
    /** What all addresses together may leave for good: leads, questionnaires and requests for a new password. */
    submissions: sharedLimit(app.bucket, 'submissions', {
      ofAll: { capacity: 4_000, refillPerSecond: 4 },
      reserved: { capacity: 1_000, refillPerSecond: 1 },
      quiet: few,
    }),
    idempotency: idempotency(pool, secrets.lookups),
    /** The hook before every command of a customer's: an open session, and a limit. */
    requireOpenSession: requireOpenSession(app, log),
    /** The hook before every command at the console: the log is asked whether the session is open. */
    permitted: (permission: Permission) =>
      requireAdmin(permission, { isOpen: isAdminSessionOpen(log), bucket: ofConsole }),
    wrongCodes: wrongCodes(pool),
    /** Tokens of links to reports that open nothing, per address in a minute. */
    wrongLinks: counter('report-links', { points: Math.floor(20 * app.limitScale), duration: 60 }),
  }
}
