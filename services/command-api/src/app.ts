import type { App } from '@tba/runtime/http/app.ts'
import { type HttpServerOptions, httpServer } from '@tba/runtime/http/http-server.ts'
import { type Checks, health } from '@tba/runtime/http/operations/health.ts'
import { migrate } from '@tba/runtime/postgres/migrate.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { keepUserIdsAboveLog } from './accounts/user-ids.ts'
import { ensureAdmin, type FirstAdmin } from './admins/first-admin.ts'
import { depsOf, type Resources } from './deps.ts'
import { routes } from './routes.ts'

export type ServiceOptions = Resources & {
  /** The administrator to create at the first start. */
  admin?: FirstAdmin
  /** Called with the password that was made, where none was given. */
  onAdminCreated?: (password: string) => void
}

/** Adds the routes of this service to a server, which may have those of others. @returns the checks for `/readyz` */
export async function commands(app: App, options: ServiceOptions): Promise<Checks> {
  const { store, pool, disk, admin, onAdminCreated } = options
  await migrate(pool, 'command', new URL('./schema/', import.meta.url))
  const stopRaising = await keepUserIdsAboveLog({
    pool,
    store,
    onError: err => app.log.warn({ err }, 'the newest registrations could not be read'),
  })
  app.addHook('onClose', async () => stopRaising())
  const deps = await depsOf(app, options)
  if (admin) {
    const password = await ensureAdmin(deps, admin)
    if (password) onAdminCreated?.(password)
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
