import type { App } from '@tba/runtime/http/edge.ts'
import { loginRoute } from './accounts/login.route.ts'
import { logoutRoute } from './accounts/logout.route.ts'
import { registerRoute } from './accounts/register.route.ts'
import type { Deps } from './deps.ts'
import { activateBotRoute } from './setup/activate-bot.route.ts'
import { activatePlanRoute } from './setup/activate-plan.route.ts'
import { saveCredentialsRoute } from './setup/save-credentials.route.ts'
import { updateProgressRoute } from './setup/update-progress.route.ts'
import { consentRoute } from './tracking/consent.route.ts'

/** Everything that this service answers. */
export function routes(app: App, deps: Deps) {
  registerRoute(app, deps) //        POST /api/register
  loginRoute(app, deps) //           POST /api/login
  logoutRoute(app, deps) //          POST /api/logout, GET /api/logout
  activatePlanRoute(app, deps) //    POST /api/user/progress
  updateProgressRoute(app, deps) //  PUT  /api/user/progress
  saveCredentialsRoute(app, deps) // POST /api/user/mt4-credentials
  activateBotRoute(app, deps) //     POST /api/user/bots
  consentRoute(app, deps) //         POST /api/consent
}
