import type { App } from '@tba/runtime/http/edge.ts'
import { requireCustomer } from '@tba/runtime/http/session.ts'
import { currentUserRoute } from './accounts/current-user.route.ts'
import { pictureRoute } from './accounts/picture.route.ts'
import type { Deps, Reads } from './deps.ts'
import { fresh } from './freshness/fresh.ts'
import { botsRoute } from './setup/bots.route.ts'
import { credentialsRoute } from './setup/credentials.route.ts'
import { setupProgressRoute } from './setup/setup-progress.route.ts'

/** Everything that this service answers, and the projections that each answer is made of. */
export function routes(app: App, { pool, freshness, pictures }: Deps) {
  const reads = (...projections: Projection[]): Reads => ({
    pool,
    onRequest: [requireCustomer(), fresh(freshness, projections)],
  })

  currentUserRoute(app, reads('sessions', 'users')) //            GET /api/auth/user
  pictureRoute(app, reads('sessions', 'users'), pictures) //      GET /api/objects/pictures/:pictureId
  setupProgressRoute(app, reads('sessions', 'setup-progress')) // GET /api/user/progress
  credentialsRoute(app, reads('sessions', 'credentials')) //      GET /api/user/mt4-credentials
  botsRoute(app, reads('sessions', 'bots')) //                    GET /api/user/bots
}

export const projections = ['sessions', 'users', 'setup-progress', 'credentials', 'bots'] as const
type Projection = (typeof projections)[number]
