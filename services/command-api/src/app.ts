import type { EventStore } from '@tba/event-store/port.ts'
import type { Disk } from '@tba/runtime/disk.ts'
import { requireAdmin } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { type Checks, health } from '@tba/runtime/http/health.ts'
import { type HttpServerOptions, httpServer } from '@tba/runtime/http/http-server.ts'
import { isLiveAdmin } from '@tba/runtime/http/live-admin.ts'
import { eventLog } from '@tba/runtime/log/event-log.ts'
import { migrate } from '@tba/runtime/postgres/migrate.ts'
import { counters } from '@tba/runtime/redis/counters.ts'
import type { RedisLink } from '@tba/runtime/redis/link.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import type { Pictures } from '@tba/runtime/storage/pictures.ts'
import { type DatabasePool, sql } from 'slonik'
import { z } from 'zod'
import { passwords } from './accounts/passwords.ts'
import { signInThrottle } from './accounts/sign-in-throttle.ts'
import { signedIn } from './accounts/signed-in.ts'
import { uploadTickets } from './accounts/upload-tickets.ts'
import { keepUserIdsRaised } from './accounts/user-ids.ts'
import { ensureAdmin, type FirstAdmin } from './admins/first-admin.ts'
import { idempotency } from './idempotency.ts'
import { routes } from './routes.ts'

export type ServiceOptions = {
  store: EventStore
  /** Has to hear which keys other processes destroy: see `openVault`. */
  keyring: Keyring
  pool: DatabasePool
  secrets: Secrets
  /** Where customers' pictures lie. */
  pictures: Pictures
  /** Of the log and the tables. */
  disk: Disk
  /** Where several processes count wrong passwords together. */
  redis?: RedisLink | null
  limitScale: number
  /** The administrator to create at the first start. */
  admin?: FirstAdmin
  /** Called with the password that was made, where none was given. */
  onAdminMade?: (password: string) => void
}

/** Adds the routes of this service to a server, which may have those of others. @returns the checks for `/readyz` */
export async function commands(app: App, options: ServiceOptions): Promise<Checks> {
  const { store, keyring, pool, secrets, pictures, disk, limitScale, admin, onAdminMade } = options
  await migrate(pool, 'command', new URL('./command.sql', import.meta.url))
  const log = eventLog(store, keyring)
  const stopRaising = await keepUserIdsRaised({
    pool,
    store,
    onError: err => app.log.warn({ err }, 'the newest registrations could not be read'),
  })
  app.addHook('onClose', async () => stopRaising())
  const work = await passwords()
  const deps = {
    log,
    store,
    pool,
    secrets,
    passwords: work,
    throttle: signInThrottle({
      counter: counters(options.redis ?? null),
      limitScale,
      hashKey: secrets.lookups,
      passwords: work,
    }),
    tickets: uploadTickets(pool, secrets.tickets),
    submissions: app.bucket('submissions of all', { capacity: 5_000, refillPerSecond: 5 }),
    pictures,
    disk,
    idempotency: idempotency(pool, secrets.lookups),
    signedIn: signedIn(log, { limitScale, bucket: app.bucket }),
    administrator: requireAdmin(isLiveAdmin(log)),
  }
  if (admin) {
    const made = await ensureAdmin(deps, admin)
    if (made) onAdminMade?.(made)
  }
  routes(app, deps)
  return {
    log: () => store.head(),
    database: () => pool.one(sql.type(z.object({ up: z.int() }))`select 1 as up`),
    disk: async () => (disk.isLow() ? 'low' : 'ok'),
  }
}

/** This service alone on its server. */
export async function buildApp(options: ServiceOptions & HttpServerOptions): Promise<App> {
  const app = await httpServer(options)
  health(app, await commands(app, options))
  return app
}
