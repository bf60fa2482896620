import { withNewRole } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import type { FairQueue } from '@tba/runtime/http/limits/fair-queue.ts'
import { activityRoute, sessionsRoute } from './accounts/account.routes.ts'
import { personalDataRoute } from './accounts/personal-data.route.ts'
import { pictureRoute } from './accounts/picture.route.ts'
import { profile } from './accounts/profile.reads.ts'
import { consoleAccountsRoute, meRoutes, ownSessionsRoute } from './admins/accounts.route.ts'
import { dailyRoute, dashboardRoute, settingsRoute } from './admins/dashboard.routes.ts'
import { exportRoute } from './admins/export.route.ts'
import { alarms } from './alarms/alarm-list.ts'
import { tryAlarmRoute } from './alarms/try-alarm.route.ts'
import { countingHooks } from './analytics/copy-route.ts'
import { auditRoute } from './audit/audit.route.ts'
import { consoleListRoute } from './console/console-list.ts'
import type { Deps } from './deps.ts'
import { answerReadError } from './freshness/fresh.ts'
import { funnelsRoute } from './funnels/funnels.route.ts'
import { savedFunnelRoute } from './funnels/saved-funnel.route.ts'
import { funnels } from './funnels/saved-funnels.reads.ts'
import { guardsOf } from './guards.ts'
import { eventsRoute } from './history/events.route.ts'
import { exportEventsRoute } from './history/export-events.route.ts'
import { liveEventsRoute } from './history/live-events.route.ts'
import { openEventRoute } from './history/open-event.route.ts'
import { changesProjection } from './live/changes.ts'
import { liveRoute } from './live/live.route.ts'
import { overviewRoute } from './overview/overview.route.ts'
import { pathsRoute } from './paths/paths.route.ts'
import { customerRoute } from './people/customer.route.ts'
import { customerExportRoute } from './people/customer-export.route.ts'
import { customers } from './people/customers.reads.ts'
import { peopleRoute } from './people/people.route.ts'
import { personRoute } from './people/person.route.ts'
import { personExportRoute } from './people/person-export.route.ts'
import { receiptRoute } from './people/receipt.route.ts'
import { leads, questionnaires } from './people/submissions.reads.ts'
import { projectionsRoute } from './projections/projections.route.ts'
import { answersLater } from './questions/later.ts'
import { questionsRoute } from './questions/questions.route.ts'
import { takeTurns } from './reads/fair-reads.ts'
import type { Reads } from './reads/open-session.ts'
import { ownDataRoute } from './reads/own-data.ts'
import { replaysRoute } from './replays/replays.route.ts'
import { replayResultRoute } from './replays/result.route.ts'
import { reportCounts } from './reports/count-report.ts'
import {
  reportLettersRoute,
  reportLinksRoute,
  reportRoute,
  sharedReportRoute,
} from './reports/reports.route.ts'
import { exportRequestsRoute } from './requests/export-requests.route.ts'
import { keptRequestsRoute } from './requests/kept-requests.route.ts'
import { requestOutcomesRoute } from './requests/outcomes.route.ts'
import { requestRoute, requestsRoute } from './requests/requests.route.ts'
import { retentionRoute } from './retention/retention.route.ts'
import { savedLists } from './saved/saved-lists.ts'
import { bots, credentials, progress } from './setup/setup.reads.ts'
import { sqlRoutes } from './sql/sql.routes.ts'
import { timelineRoute } from './streams/timeline.route.ts'
import { savedTrendRoute } from './trends/saved-trend.route.ts'
import { trendsRoute } from './trends/trends.route.ts'
import { savedHistoryViews } from './views/saved-views.reads.ts'
import { visitsRoute } from './visits/visits.route.ts'

/** The customer data of each context: one call each, and a part of the export of personal data. */
export const own = { profile, progress, credentials, bots }
/** What each context lists in the console. */
export const lists = { customers, leads, questionnaires, funnels, savedHistoryViews, alarms }

/** Everything that this service answers. */
export function routes(app: App, deps: Deps) {
  app.register(async (scope: App) => {
    scope.setErrorHandler(async (error, request, reply) =>
      answerReadError(await withNewRole(deps.log, error, request), request, reply),
    )
    answers(scope, { ...deps, inTurn: takeTurns(scope) })
  })
}

/** Every route, with its guard and the projections that it reads. */
function answers(app: App, deps: Deps & { inTurn: FairQueue }) {
  const guards = guardsOf<Projection>(deps)
  const { customer, customerOnPrimary, admin, adminOnPrimary, adminAtOnce, permitted, exporter } = guards
  const given = (guard: Reads) => ({ ...deps, ...guard })
  answersLater(app, deps.pool)

  // A customer's own data.
  const currentUser = { ...profile, url: '/api/auth/user', summary: 'Il cliente di questa sessione' }
  ownDataRoute(app, customer('users'), currentUser) //             GET /api/auth/user
  for (const data of Object.values(own)) ownDataRoute(app, customer(data.projection), data)
  pictureRoute(app, customer('users'), deps.objects) //            GET /api/objects/pictures/:pictureId
  activityRoute(app, customer('activity')) //                      GET /api/user/activity
  sessionsRoute(app, customerOnPrimary()) //                       GET /api/user/sessions
  liveRoute(app, given(customerOnPrimary(changesProjection))) //   GET /api/user/live
  const underAddress = { own, submitted: [leads, questionnaires] }
  personalDataRoute(app, { ...given(customer(...personal, ...parts)), ...underAddress }) // GET /api/user/data

  // Console: numbers and people.
  dashboardRoute(app, given(admin(...exported))) //                GET /api/admin/dashboard
  dailyRoute(app, admin('tracking')) //                            GET /api/admin/daily
  for (const list of Object.values(lists)) consoleListRoute(app, given(admin(list.projection)), list)
  for (const list of savedLists) consoleListRoute(app, given(admin(list.projection)), list)
  customerRoute(app, given(admin('sessions', ...personal))) //     GET /api/admin/customers/:id
  peopleRoute(app, given(admin('person-parts', 'activity'))) //    GET /api/admin/people
  personRoute(app, given(adminOnPrimary('person-parts', 'admins'))) // GET /api/admin/people/:id
  const worked = ['requests', 'person-parts'] as const
  requestsRoute(app, given(admin(...worked))) //                   GET /api/admin/requests
  requestRoute(app, given(admin(...worked, ...parts, 'admins'))) // GET /api/admin/requests/:id
  requestOutcomesRoute(app, given(admin(...worked))) //            GET /api/admin/requests/outcomes
  exportRequestsRoute(app, given(exporter(...worked))) //          GET /api/admin/export/requests
  receiptRoute(app, given(adminOnPrimary('admins'))) //           GET /api/admin/receipts/:number
  const taken = permitted('handle-persons', 'sessions', ...personal)
  customerExportRoute(app, { ...given(taken), own }) //            GET /api/admin/customers/:id/export
  const all = permitted('handle-persons', 'sessions', ...personal, ...parts, 'requests')
  personExportRoute(app, { ...given(all), own }) //                POST /api/admin/people/:id/export

  // Console: the log, by questions to the analysts' copy.
  questionsRoute(app, adminOnPrimary()) //                         GET, DELETE /api/admin/questions/:id
  const asks = given({ ...adminOnPrimary(), onRequest: countingHooks(app, adminOnPrimary()) })
  funnelsRoute(app, asks) //                                       POST /api/admin/funnels/run, …/visits, …/instead, GET …/fields
  overviewRoute(app, asks) //                                      GET /api/admin/overview
  pathsRoute(app, asks) //                                         GET /api/admin/paths, …/paths/visits
  retentionRoute(app, asks) //                                     GET /api/admin/retention, …/customers, POST …/run, …/units
  trendsRoute(app, asks) //                                        POST /api/admin/trends/run, …/units
  sqlRoutes(app, given(permitted('analyse'))) //                    POST /api/admin/sql, …/sql/export
  savedFunnelRoute(app, given(admin('funnels'))) //                GET /api/admin/funnels/:id
  savedTrendRoute(app, given(admin('saved'))) //                   GET /api/admin/trends/:id
  tryAlarmRoute(app, asks) //                                      POST /api/admin/alarms/try
  const countReport = reportCounts(deps)
  reportRoute(app, { ...adminOnPrimary(...worked, 'saved'), countReport }) // GET /api/admin/reports/:id
  reportLinksRoute(app, adminOnPrimary('report-links')) //         GET /api/admin/reports/:id/links
  reportLettersRoute(app, adminOnPrimary('report-letters')) //     GET /api/admin/reports/:id/letters
  sharedReportRoute(app, { ...given(guards.anybody(...worked, 'saved')), countReport }) // GET /api/reports/current
  eventsRoute(app, given(adminOnPrimary())) //                     GET /api/admin/events, …/events/:id
  liveEventsRoute(app, given(adminAtOnce())) //                    GET /api/admin/events/live
  openEventRoute(app, given(permitted('open-sealed'))) //          POST /api/admin/events/:id/open
  timelineRoute(app, given(adminOnPrimary())) //                   GET /api/admin/streams/:stream
  visitsRoute(app, given(adminOnPrimary())) //                     GET /api/admin/visits, …/visits/:id, PUT …/seen
  replaysRoute(app, given(adminOnPrimary('replays'))) //           GET /api/admin/replays, …/replays/:id
  replayResultRoute(app, given(permitted('analyse', 'replays'))) // GET /api/admin/replays/:id/result
  exportEventsRoute(app, given(exporter())) //                     GET /api/admin/export/events
  exportRoute(app, given(exporter(...exported))) //                GET /api/admin/export/:type

  // Console: its accounts, and how the product runs.
  meRoutes(app, admin('admins')) //                                GET /api/admin/me, …/me/totp
  ownSessionsRoute(app, adminOnPrimary()) //                       GET /api/admin/me/sessions
  consoleAccountsRoute(app, permitted('accounts', 'admins')) //    GET /api/admin/users
  settingsRoute(app, guards.settings('settings')) //               GET /api/admin/settings
  keptRequestsRoute(app, guards.settings('requests', 'person-parts')) // GET /api/admin/settings/requests
  auditRoute(app, admin('audit', 'admins', 'person-parts')) //     GET /api/admin/audit
  projectionsRoute(app, given(adminAtOnce())) //                   GET /api/admin/projections
}

const exported = ['questionnaires', 'tracking'] as const
const held = Object.values(own).map(({ projection }) => projection)
const listed = Object.values(lists).map(({ projection }) => projection)
const parts = ['leads', 'questionnaires', 'person-parts'] as const
const personal = ['activity', 'tracking', 'customers', ...held] as const
const others = [
  'admin-sessions',
  'admins',
  'audit',
  'settings',
  'saved',
  'report-links',
  'report-letters',
  'replays',
  'person-parts',
  'requests',
] as const

export const projections = [...new Set(['sessions', ...personal, ...exported, ...listed, ...others] as const)]
type Projection = (typeof projections)[number]
