import type { App } from '@tba/runtime/http/app.ts'
import { addressProofRoutes } from './accounts/address-proof.routes.ts'
import { eraseAccountRoute } from './accounts/erase-account.route.ts'
import { profileImageRoute } from './accounts/pictures/profile-image.route.ts'
import { uploadRoutes } from './accounts/pictures/upload.route.ts'
import { profileRoute } from './accounts/profile.route.ts'
import { registerRoute } from './accounts/register.route.ts'
import { loginRoute } from './accounts/sessions/login.route.ts'
import { logoutRoute } from './accounts/sessions/logout.route.ts'
import {
  changePasswordRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
} from './accounts/sessions/password.routes.ts'
import { sessionsRoute } from './accounts/sessions/sessions.route.ts'
import { acceptInvitationRoute } from './admins/accept-invitation.route.ts'
import { consoleAccountsRoutes } from './admins/accounts.route.ts'
import { adminLoginRoute, adminLogoutRoute } from './admins/admin-login.routes.ts'
import { exportLinkRoute } from './admins/export-link.route.ts'
import { adminPasswordRoute, ownSessionsRoutes } from './admins/own-account.routes.ts'
import { secondFactorRoutes } from './admins/second-factor.route.ts'
import { setMeasurementIdRoute } from './admins/set-measurement-id.route.ts'
import { alarmsRoutes } from './alarms/alarms.route.ts'
import type { Deps } from './deps.ts'
import { savedFunnelsRoutes } from './funnels/saved-funnels.route.ts'
import { submitLeadRoute } from './leads/submit-lead.route.ts'
import {
  endCustomerSessionsRoute,
  eraseAddressRoute,
  erasePartsRoute,
  erasePersonRoutes,
  personHoldingsRoute,
} from './people/erase-person.routes.ts'
import { joinPersonsRoutes } from './people/join-persons.routes.ts'
import { parkedStreamRoutes, rebuildProjectionRoute } from './projections/projections.routes.ts'
import { submitQuestionnaireRoute } from './questionnaires/submit-questionnaire.route.ts'
import { replayRoutes } from './replays/replays.route.ts'
import { reportLetterRoutes } from './reports/report-letters.routes.ts'
import { reportLinkRoutes } from './reports/report-links.routes.ts'
import { workRequestRoutes } from './requests/work-request.routes.ts'
import { savedRoutes } from './saved/saved.routes.ts'
import { setupRoutes } from './setup/setup.routes.ts'
import { consentRoute } from './tracking/consent.route.ts'
import { recordRefusals } from './tracking/refusals.ts'
import { trackRoutes } from './tracking/track.route.ts'
import { trackingLimiter } from './tracking/tracking-limits.ts'
import { savedViewsRoutes } from './views/saved-views.route.ts'

/** Everything that this service answers. */
export function routes(app: App, deps: Deps) {
  const limiter = trackingLimiter(app)
  recordRefusals(app, deps, limiter) //  of all calls below that change something, but administrators’
  registerRoute(app, deps) //            POST /api/register
  loginRoute(app, deps) //               POST /api/login
  logoutRoute(app, deps) //              POST /api/logout, GET /api/logout
  forgotPasswordRoute(app, deps) //      POST /api/password/forgot
  resetPasswordRoute(app, deps) //       POST /api/password/reset
  profileRoute(app, deps) //             PUT  /api/user/profile
  changePasswordRoute(app, deps) //      PUT  /api/user/password
  sessionsRoute(app, deps) //            DELETE /api/user/sessions, /api/user/sessions/:sessionId
  addressProofRoutes(app, deps) //       POST /api/user/address-proof, …/confirm
  eraseAccountRoute(app, deps) //        POST /api/user/erasure
  profileImageRoute(app, deps) //        PUT  /api/user/profile-image
  uploadRoutes(app, deps) //             POST /api/objects/upload, PUT /api/objects/uploads/:ticketId
  setupRoutes(app, deps) //              POST and PUT /api/user/progress, POST /api/user/mt4-credentials, /api/user/bots
  submitLeadRoute(app, deps) //          POST /api/leads
  submitQuestionnaireRoute(app, deps) // POST /api/questionnaire
  consentRoute(app, deps, limiter) //    POST /api/consent
  trackRoutes(app, deps, limiter) //     POST /api/tracking/interaction, /analytics, /batch
  adminLoginRoute(app, deps) //          POST /api/admin/login
  adminLogoutRoute(app, deps) //         POST /api/admin/logout
  acceptInvitationRoute(app, deps) //    POST /api/admin/invitations/accept
  consoleAccountsRoutes(app, deps) //    POST /api/admin/users, PATCH and DELETE /api/admin/users/:id
  adminPasswordRoute(app, deps) //       POST /api/admin/me/password
  ownSessionsRoutes(app, deps) //        DELETE /api/admin/me/sessions/:id, POST /api/admin/me/sessions/end-others
  secondFactorRoutes(app, deps) //       POST and DELETE /api/admin/me/totp, POST /api/admin/me/totp/confirm
  setMeasurementIdRoute(app, deps) //    POST /api/admin/settings/ga
  exportLinkRoute(app, deps) //          POST /api/admin/export/:type/link
  eraseAddressRoute(app, deps) //        POST /api/admin/erasures
  savedFunnelsRoutes(app, deps) //       POST /api/admin/funnels, PUT and DELETE /api/admin/funnels/:id
  alarmsRoutes(app, deps) //             POST /api/admin/alarms, PUT and DELETE …/:id, POST …/:id/snooze
  savedViewsRoutes(app, deps) //         POST /api/admin/views, PUT and DELETE /api/admin/views/:id
  savedRoutes(app, deps) //              POST, PUT and DELETE of each of `savedKinds`
  erasePersonRoutes(app, deps) //        POST /api/admin/customers/:id/erase, also of leads and questionnaires
  personHoldingsRoute(app, deps) //      GET /api/admin/people/:id/holdings
  erasePartsRoute(app, deps) //          POST /api/admin/people/:id/erase
  joinPersonsRoutes(app, deps) //        POST /api/admin/people/:id/join, …/part
  workRequestRoutes(app, deps) //        PATCH /api/admin/requests/:id, POST …/notes, POST /api/admin/settings/requests
  endCustomerSessionsRoute(app, deps) // DELETE /api/admin/customers/:id/sessions
  reportLinkRoutes(app, deps) //         POST /api/admin/reports/:id/links, DELETE …/links/:link, POST /api/reports/open
  reportLetterRoutes(app, deps) //       POST /api/admin/reports/:id/letters, /api/admin/letters/:id, /api/letters/…
  replayRoutes(app, deps) //             POST /api/admin/replays, /api/admin/replays/:id/cancel
  rebuildProjectionRoute(app, deps) //   POST /api/admin/projections/:name/rebuild
  parkedStreamRoutes(app, deps) //       POST /api/admin/projections/:name/parked/:stream/retry, …/skip
}
