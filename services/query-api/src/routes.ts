import type { Permission } from '@tba/events/admins/roles.ts'
import { adminOf, isAdminSessionOpen, requireAdmin, withNewRole } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import type { FairQueue } from '@tba/runtime/http/limits/fair-queue.ts'
import { customerOf, requireCustomer } from '@tba/runtime/http/session.ts'
import { activityRoute, sessionsRoute } from './accounts/account.routes.ts'
import { personalDataRoute } from './accounts/personal-data.route.ts'
import { pictureRoute } from './accounts/picture.route.ts'
import { profile } from './accounts/profile.reads.ts'
import { consoleAccountsRoute, meRoutes, ownSessionsRoute } from './admins/accounts.route.ts'
import { dailyRoute, dashboardRoute, settingsRoute } from './admins/dashboard.routes.ts'
import { exportRoute } from './admins/export.route.ts'
import { requireAdminOrTicket } from './admins/exporter.ts'
import { countingHooks } from './analytics/copy-route.ts'
import { auditRoute } from './audit/audit.route.ts'
import { consoleListRoute } from './console-list.ts'
import type { Deps, Reads } from './deps.ts'
import { takeTurns } from './fair-reads.ts'
import { answerReadError, fresh, freshOfAll } from './freshness/fresh.ts'
import { funnelsRoute } from './funnels/funnels.route.ts'
import { savedFunnelRoute } from './funnels/saved-funnel.route.ts'
import { funnels } from './funnels/saved-funnels.reads.ts'
import { eventsRoute } from './history/events.route.ts'
import { exportEventsRoute } from './history/export-events.route.ts'
import { liveEventsRoute } from './history/live-events.route.ts'
import { openEventRoute } from './history/open-event.route.ts'
import { changesProjection } from './live/changes.ts'
import { liveRoute } from './live/live.route.ts'
import { foundIn } from './open-session.ts'
import { overviewRoute } from './overview/overview.route.ts'
import { ownDataRoute } from './own-data.ts'
import { pathsRoute } from './paths/paths.route.ts'
import { customerRoute } from './people/customer.route.ts'
import { customerExportRoute } from './people/customer-export.route.ts'
import { customers } from './people/customers.reads.ts'
import { submissionExportRoute, submissionRoute } from './people/submission.ts'
import { leads, questionnaires } from './people/submissions.reads.ts'
import { projectionsRoute } from './projections/projections.route.ts'
import { replaysRoute } from './replays/replays.route.ts'
import { replayResultRoute } from './replays/result.route.ts'
import type { CallerOf } from './replica/primary.ts'
import { retentionRoute } from './retention/retention.route.ts'
import { bots, credentials, progress } from './setup/setup.reads.ts'
import { timelineRoute } from './streams/timeline.route.ts'
import { savedHistoryViews } from './views/saved-views.reads.ts'
import { visitsRoute } from './visits/visits.route.ts'

/** The customer data of each context: one call each, and a part of the export of personal data. */
export const own = { profile, progress, credentials, bots }
/** What each context lists in the console. */
export const lists = { customers, leads, questionnaires, funnels, savedHistoryViews }

/** Everything that this service answers. */
export function routes(app: App, deps: Deps) {
  app.register(async scope => {
    scope.setErrorHandler(async (error, request, reply) =>
      answerReadError(await withNewRole(deps.log, error, request), request, reply),
    )
    const inTurn = takeTurns(scope as App)
    reading(scope as App, { ...deps, inTurn })
  })
}

/** Every route, with the projections that it reads. */
function reading(app: App, deps: Deps & { inTurn: FairQueue }) {
  const { pool, freshness, replica } = deps
  const shared = { pool, ...foundIn(pool) }
  const waitingBy =
    (wait: typeof fresh) =>
    (guard: Reads['onRequest'][number], ...names: Projection[]): Reads => ({
      ...shared,
      onRequest: [guard, wait(freshness, names)],
    })
  const [reads, readsOfAll] = [waitingBy(fresh), waitingBy(freshOfAll)]
  // The session is always checked on the primary.
  const spread = (ofPrimary: Reads, callerOf: CallerOf, ...names: Projection[]): Reads => {
    if (!replica) return ofPrimary
    const spreading = replica.reading(names)
    const onRequest = [...ofPrimary.onRequest, replica.signedIn(callerOf)]
    return { pool: spreading, ...foundIn(spreading), onRequest }
  }
  const customers = (...names: Projection[]) =>
    spread(reads(requireCustomer(), 'sessions', ...names), customerOf, 'sessions', ...names)
  const signedIn = (...names: Projection[]) => readsOfAll(requireAdmin('read'), 'admin-sessions', ...names)
  const admins = (...names: Projection[]) => spread(signedIn(...names), adminOf, 'admin-sessions', ...names)
  // Exports check the session in the log: the read tables may not show its end yet.
  const liveAdmins = (permission: Permission, ...names: Projection[]) =>
    readsOfAll(requireAdmin(permission, { isOpen: isAdminSessionOpen(deps.log) }), 'admin-sessions', ...names)

  const currentUser = { url: '/api/auth/user', summary: 'Il cliente di questa sessione' }
  ownDataRoute(app, customers('users'), { ...profile, ...currentUser })
  pictureRoute(app, customers('users'), deps.objects) // GET /api/objects/pictures/:pictureId
  activityRoute(app, customers('activity')) //            GET /api/user/activity
  sessionsRoute(app, reads(requireCustomer(), 'sessions')) // GET /api/user/sessions
  const takenAlong = { ...customers(...personal), inTurn: deps.inTurn, own }
  personalDataRoute(app, takenAlong) //                   GET /api/user/data
  const ofLive = reads(requireCustomer(), 'sessions', changesProjection)
  liveRoute(app, { ...ofLive, live: deps.live }) //       GET /api/user/live
  for (const data of Object.values(own)) ownDataRoute(app, customers(data.projection), data)
  dashboardRoute(app, { ...deps, ...admins(...exported) }) // GET /api/admin/dashboard
  dailyRoute(app, admins('tracking')) //                  GET /api/admin/daily
  meRoutes(app, admins('admins')) //                      GET /api/admin/me, /api/admin/me/totp
  ownSessionsRoute(app, signedIn()) //                    GET /api/admin/me/sessions
  consoleAccountsRoute(app, liveAdmins('accounts', 'admins')) // GET /api/admin/users
  const ofSettings = readsOfAll(requireAdmin('settings'), 'admin-sessions', 'settings')
  settingsRoute(app, ofSettings) //                       GET /api/admin/settings
  const ofSaved = { ...deps, ...admins('funnels') }
  savedFunnelRoute(app, ofSaved) //                       GET /api/admin/funnels/:id
  const counting = { ...deps, ...shared, onRequest: countingHooks(app, signedIn()) }
  funnelsRoute(app, counting) //                          POST /api/admin/funnels/run, …/visits, …/instead, GET …/fields
  overviewRoute(app, counting) //                         GET /api/admin/overview
  pathsRoute(app, counting) //                            GET /api/admin/paths, /api/admin/paths/visits
  retentionRoute(app, counting) //                        GET /api/admin/retention, /api/admin/retention/customers
  const ofHistory = { ...deps, ...signedIn() }
  eventsRoute(app, ofHistory) //                          GET /api/admin/events, /api/admin/events/:id
  const watching = reads(requireAdmin('read'), 'admin-sessions')
  liveEventsRoute(app, { ...deps, ...watching }) //       GET /api/admin/events/live
  const opening = { ...deps, ...liveAdmins('open-sealed') }
  openEventRoute(app, opening) //                         POST /api/admin/events/:id/open
  timelineRoute(app, { ...deps, ...signedIn() }) //       GET /api/admin/streams/:stream
  visitsRoute(app, ofHistory) //                          GET /api/admin/visits, /api/admin/visits/:id
  const customer = { ...deps, ...admins('sessions', ...personal) }
  customerRoute(app, customer) //                         GET /api/admin/customers/:id
  const taken = { ...deps, ...liveAdmins('handle-persons', 'sessions', ...personal), own }
  customerExportRoute(app, taken) //                      GET /api/admin/customers/:id/export
  for (const list of Object.values(lists))
    consoleListRoute(app, { ...deps, ...admins(list.projection) }, list)
  const submitted = { ...deps, ...admins('leads', 'questionnaires') }
  const takenFrom = { ...deps, ...liveAdmins('download-submissions', 'leads', 'questionnaires') }
  for (const kind of [leads, questionnaires]) {
    submissionRoute(app, submitted, kind) //              GET /api/admin/leads/:id, /api/admin/questionnaires/:id
    submissionExportRoute(app, takenFrom, kind) //        GET /api/admin/leads/:id/export, …/questionnaires/:id/export
  }
  // Waits only for a session that was just opened.
  const ofProjections = reads(requireAdmin('read'), 'admin-sessions')
  projectionsRoute(app, { ...deps, ...ofProjections }) // GET /api/admin/projections
  // The progress of a replay is in a table of the jobs.
  replaysRoute(app, { ...deps, ...signedIn('replays') }) // GET /api/admin/replays, /api/admin/replays/:id
  const takingResult = { ...deps, ...liveAdmins('analyse', 'replays') }
  replayResultRoute(app, takingResult) //                 GET /api/admin/replays/:id/result
  auditRoute(app, admins('audit', 'admins', 'customers')) // GET /api/admin/audit
  const takingEvents = { ...deps, ...readsOfAll(requireAdminOrTicket(), 'admin-sessions') }
  exportEventsRoute(app, takingEvents) //                 GET /api/admin/export/events
  const exporting = readsOfAll(requireAdminOrTicket(), 'admin-sessions', ...exported)
  exportRoute(app, { ...deps, ...exporting }) //          GET /api/admin/export/:type
}

const exported = ['questionnaires', 'tracking'] as const
const held = Object.values(own).map(({ projection }) => projection)
const listed = Object.values(lists).map(({ projection }) => projection)
const personal = ['activity', 'tracking', 'customers', ...held] as const

export const projections = [
  ...new Set([
    'sessions',
    ...personal,
    ...exported,
    ...listed,
    'admin-sessions',
    'admins',
    'audit',
    'settings',
    'replays',
  ] as const),
]
type Projection = (typeof projections)[number]
