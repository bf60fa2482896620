import { eventLog } from '@tba/events/log/event-log.ts'
import type { EventStore } from '@tba/events/store/port.ts'
import { type App, type EdgeOptions, edge } from '@tba/runtime/http/edge.ts'
import { migrate } from '@tba/runtime/postgres/migrate.ts'
import type { Secrets } from '@tba/runtime/secrets.ts'
import { personKeys } from '@tba/runtime/vault/person-keys.ts'
import type { DatabasePool } from 'slonik'
import { passwords } from './accounts/passwords.ts'
import { signInThrottle } from './accounts/sign-in-throttle.ts'
import { raiseUserIds } from './accounts/user-ids.ts'
import type { Deps } from './deps.ts'
import { routes } from './routes.ts'

export type Outside = { store: EventStore; pool: DatabasePool; secrets: Secrets; limitScale: number }

/** Brings this service's own tables up to date and makes what its routes stand on. */
export async function prepare({ store, pool, secrets, limitScale }: Outside): Promise<Deps> {
  await migrate(pool, 'command', new URL('./command.sql', import.meta.url))
  const log = eventLog(store, personKeys(pool, secrets.kek))
  await raiseUserIds(pool, log)
  return {
    log,
    pool,
    secrets,
    passwords: await passwords(),
    throttle: signInThrottle(pool, limitScale),
  }
}

export async function buildApp(outside: Outside & EdgeOptions): Promise<App> {
  const app = await edge(outside)
  routes(app, await prepare(outside))
  return app
}
