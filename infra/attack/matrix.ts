import { routes as commandRoutes } from '@tba/command-api/routes.ts'
import { routes as queryRoutes } from '@tba/query-api/routes.ts'
import type { z } from 'zod'
import { type DescribedCall, describedCalls, type RegisterRoutes } from '../tests/support/calls.ts'
import { newcomer, password } from '../tests/support/product.ts'
import { lead, questionnaire } from '../tests/support/sample-forms.ts'
import * as sent from './console-bodies.ts'

/** Who may call: `anybody`, with any credentials; a customer; every account of the console, or only administrators. */
export type Access = 'anybody' | 'customer' | 'console' | 'administrator'

/** One call, with the body of a successful request and its status. */
export type Call = {
  access: Access
  status: number
  url?: string
  body?: () => object
  /** Needs a valid token but no open session: signing out twice is no error. */
  evenEnded?: true
}

const visit = () => ({ sessionId: `visita-${crypto.randomUUID()}`, page: '/' })
const credentials = () => ({ platform: 'MT4', server: 'Axi-Live', loginNumber: '12345', password: 'broker' })

const confirmed = () => ({ confirmation: 'nessuno@example.com' })

/** An id that nobody has. */
const nowhere = '7f1f6a52-3c3d-4b7b-8a41-0c9f9a3b0b02'
const elsewhere = '0c9f9a3b-3c3d-4b7b-8a41-7f1f6a520b02'

const by =
  (access: Access) =>
  (status: number, body?: () => object): Call => ({ access, status, ...(body && { body }) })
const [anybody, customer] = [by('anybody'), by('customer')]
const [console, administrator] = [by('console'), by('administrator')]

const named: Record<string, Call> = {
  'POST /api/register': anybody(201, () => newcomer(`nuovo-${crypto.randomUUID()}@example.com`)),
  'POST /api/login': anybody(401, () => ({ email: 'nessuno@example.com', password })),
  'POST /api/logout': anybody(200),
  'GET /api/logout': anybody(303),
  'POST /api/password/forgot': anybody(202, () => ({ email: 'nessuno@example.com' })),
  'POST /api/password/reset': anybody(400, () => ({ token: 'inventato', password })),
  'POST /api/leads': anybody(201, () => lead),
  'POST /api/questionnaire': anybody(201, () => questionnaire),
  'POST /api/consent': anybody(200, () => ({ choice: 'none' })),
  'POST /api/tracking/interaction': anybody(202, () => ({ ...visit(), eventType: 'click' })),
  'POST /api/tracking/analytics': anybody(202, () => ({ ...visit(), eventName: 'page_view' })),
  'POST /api/tracking/batch': anybody(202, () => ({
    events: [{ ...visit(), kind: 'interaction', eventType: 'click', clientId: crypto.randomUUID() }],
  })),
  // The address is signed for one upload. The caller's session does not matter.
  'PUT /api/objects/uploads/:ticketId': anybody(403),

  'GET /api/auth/user': customer(200),
  'GET /api/user/profile': customer(200),
  'PUT /api/user/profile': customer(200, () => ({ bio: 'Nuova' })),
  'GET /api/user/activity': customer(200),
  'GET /api/user/data': customer(200),
  'PUT /api/user/password': customer(200, () => ({ currentPassword: password, newPassword: password })),
  'GET /api/user/sessions': customer(200),
  'DELETE /api/user/sessions': customer(200),
  'DELETE /api/user/sessions/:sessionId': customer(404),
  'POST /api/user/address-proof': customer(202),
  'POST /api/user/address-proof/confirm': customer(400, () => ({ token: 'inventato' })),
  'POST /api/user/erasure': customer(200, () => ({ password })),
  'PUT /api/user/profile-image': customer(400, () => ({ imageUrl: `/api/objects/uploads/${nowhere}` })),
  'POST /api/objects/upload': customer(200),
  'GET /api/objects/pictures/:pictureId': customer(404),
  'GET /api/user/live': { ...customer(200), url: '/api/user/live?seconds=0' },
  'GET /api/user/progress': customer(200),
  'POST /api/user/progress': customer(201, () => ({ plan: 'starter', deposit: 500 })),
  'PUT /api/user/progress': customer(409, () => ({ step1_broker_account: true })),
  'GET /api/user/mt4-credentials': customer(200),
  'POST /api/user/mt4-credentials': customer(201, credentials),
  'GET /api/user/bots': customer(200),
  'POST /api/user/bots': customer(409, () => ({
    botType: 'scalping',
    strategyName: 'Prudente',
    allocatedAmount: 100,
  })),

  'POST /api/admin/login': anybody(401, () => ({ email: 'nessuno@example.com', password })),
  'POST /api/admin/logout': { ...console(200), evenEnded: true },
  'GET /api/admin/me': console(200),
  'GET /api/admin/me/totp': console(200),
  'POST /api/admin/me/totp': console(400, () => ({ password: 'un’altra' })),
  'POST /api/admin/me/totp/confirm': console(409, () => ({ code: '000000' })),
  'DELETE /api/admin/me/totp': console(409, () => ({ password, code: '000000' })),
  'GET /api/admin/me/sessions': console(200),
  'DELETE /api/admin/me/sessions/:id': console(404),
  'POST /api/admin/me/sessions/end-others': console(200),
  'POST /api/admin/me/password': console(400, () => ({ current: 'un’altra', password })),
  'POST /api/admin/invitations/accept': anybody(400, () => ({ token: 'inventato', password })),
  'GET /api/admin/users': administrator(200),
  'POST /api/admin/users': administrator(201, () => ({
    email: `invitato-${crypto.randomUUID()}@example.com`,
    role: 'analyst',
  })),
  'PATCH /api/admin/users/:id': administrator(404, () => ({ role: 'analyst' })),
  'DELETE /api/admin/users/:id': administrator(404),
  'GET /api/admin/dashboard': console(200),
  'GET /api/admin/daily': console(200),
  'GET /api/admin/settings': administrator(200),
  'POST /api/admin/settings/ga': administrator(200, () => ({ measurementId: 'G-ABC123' })),
  'GET /api/admin/events': console(200),
  'GET /api/admin/events/:id': console(404),
  // A live stream stays open until its client leaves.
  'GET /api/admin/events/live': { ...console(400), url: '/api/admin/events/live?after=nessuna' },
  'POST /api/admin/events/:id/open': administrator(404, () => ({ reason: 'Una prova' })),
  'GET /api/admin/streams/:stream': { ...console(404), url: '/api/admin/streams/visit-nessuna' },
  'GET /api/admin/visits': console(200),
  'GET /api/admin/visits/:id': { ...console(404), url: '/api/admin/visits/nessuna' },
  'PUT /api/admin/visits/:id/seen': { ...console(200), url: '/api/admin/visits/nessuna/seen' },
  'GET /api/admin/export/events': { ...console(200), url: '/api/admin/export/events?format=ndjson' },
  'GET /api/admin/export/:type': { ...console(200), url: '/api/admin/export/analytics' },
  'POST /api/admin/export/:type/link': { ...console(201), url: '/api/admin/export/analytics/link' },
  'GET /api/admin/overview': {
    ...console(200),
    url: '/api/admin/overview?from=2026-01-01&to=2026-02-01',
  },
  'GET /api/admin/paths': { ...console(200), url: '/api/admin/paths?event=VisitStarted' },
  'GET /api/admin/paths/visits': { ...console(200), url: '/api/admin/paths/visits?event=VisitStarted' },
  'GET /api/admin/retention': { ...console(200), url: '/api/admin/retention?action=SessionOpened' },
  'GET /api/admin/retention/customers': {
    ...console(200),
    url: '/api/admin/retention/customers?action=SessionOpened&monday=2026-11-16',
  },
  'POST /api/admin/retention/run': console(200, () => sent.countedRetention),
  'POST /api/admin/retention/units': console(200, () => ({
    ...sent.countedRetention,
    at: { start: '2026-01-05' },
  })),
  'POST /api/admin/sql': console(200, () => ({ query: 'select count(*) from visits' })),
  'POST /api/admin/sql/export': {
    ...console(200, () => ({ query: 'select count(*) from visits' })),
    url: '/api/admin/sql/export?format=csv',
  },
  'GET /api/admin/funnels': console(200),
  'GET /api/admin/funnels/fields': console(200),
  'POST /api/admin/funnels/run': console(200, () => sent.countedFunnel),
  'POST /api/admin/funnels/instead': console(200, () => ({ ...sent.countedFunnel, step: 1 })),
  'POST /api/admin/funnels/visits': console(200, () => ({
    ...sent.countedFunnel,
    step: 1,
    outcome: 'reached',
  })),
  'POST /api/admin/trends/run': console(200, () => sent.countedTrend),
  'POST /api/admin/trends/units': console(200, () => ({ ...sent.countedTrend, at: { series: 0 } })),
  'GET /api/admin/questions/:id': console(404),
  'DELETE /api/admin/questions/:id': console(404),
  'POST /api/admin/funnels': console(201, () => sent.savedFunnel),
  'GET /api/admin/funnels/:id': console(404),
  'PUT /api/admin/funnels/:id': console(404, () => sent.savedFunnel),
  'DELETE /api/admin/funnels/:id': console(404),
  'GET /api/admin/alarms': console(200),
  'POST /api/admin/alarms': console(201, () => ({ name: 'Nessuna richiesta', ...sent.alarm })),
  'POST /api/admin/alarms/try': console(200, () => sent.alarm),
  'PUT /api/admin/alarms/:id': console(404, () => ({ name: 'Nessuna richiesta', ...sent.alarm })),
  'POST /api/admin/alarms/:id/snooze': console(404, () => ({ until: '2026-12-01T08:00:00Z' })),
  'DELETE /api/admin/alarms/:id': console(404),
  'POST /api/admin/replays': console(202, () => ({
    mode: { kind: 'stream' },
    types: ['AdminCreated'],
  })),
  'POST /api/admin/replays/:id/cancel': console(404),
  'GET /api/admin/replays': console(200),
  'GET /api/admin/replays/:id': console(404),
  'GET /api/admin/replays/:id/result': console(404),
  'GET /api/admin/views': console(200),
  'POST /api/admin/views': console(201, () => ({
    name: 'Contatti',
    filters: { type: 'LeadSubmitted' },
  })),
  'PUT /api/admin/views/:id': {
    ...console(404, () => ({ name: 'Contatti', filters: {} })),
    url: `/api/admin/views/${nowhere}`,
  },
  'DELETE /api/admin/views/:id': console(404),
  'GET /api/admin/segments': console(200),
  'POST /api/admin/segments': console(201, () => sent.segment),
  'PUT /api/admin/segments/:id': console(404, () => sent.segment),
  'DELETE /api/admin/segments/:id': console(404),
  'GET /api/admin/annotations': console(200),
  'POST /api/admin/annotations': console(201, () => sent.annotation),
  'PUT /api/admin/annotations/:id': console(404, () => sent.annotation),
  'DELETE /api/admin/annotations/:id': console(404),
  'GET /api/admin/trends': console(200),
  'POST /api/admin/trends': console(201, () => sent.savedTrend),
  'GET /api/admin/trends/:id': console(404),
  'PUT /api/admin/trends/:id': console(404, () => sent.savedTrend),
  'DELETE /api/admin/trends/:id': console(404),
  'GET /api/admin/queries': console(200),
  'POST /api/admin/queries': console(201, () => sent.savedQuery),
  'PUT /api/admin/queries/:id': console(404, () => sent.savedQuery),
  'DELETE /api/admin/queries/:id': console(404),
  'GET /api/admin/reports': console(200),
  'POST /api/admin/reports': console(201, () => sent.savedReport),
  'GET /api/admin/reports/:id': console(404),
  'PUT /api/admin/reports/:id': console(404, () => sent.savedReport),
  'DELETE /api/admin/reports/:id': console(404),
  'GET /api/admin/reports/:id/links': console(200),
  'POST /api/admin/reports/:id/links': administrator(404, () => ({ days: 7 })),
  'DELETE /api/admin/reports/:id/links/:link': administrator(404),
  'GET /api/admin/reports/:id/letters': console(200),
  'POST /api/admin/reports/:id/letters': console(404, () => sent.letters),
  'DELETE /api/admin/letters/:id': console(404),
  'POST /api/admin/letters/:id/test': console(404),
  'POST /api/letters/confirm': anybody(404, () => ({ token: 'inventato' })),
  'GET /api/letters/unsubscribe': { ...anybody(303), url: '/api/letters/unsubscribe?token=inventato' },
  'POST /api/letters/unsubscribe': { ...anybody(404), url: '/api/letters/unsubscribe?token=inventato' },
  'POST /api/reports/open': anybody(404, () => ({ token: 'inventato' })),
  // Only the cookie of a link opens it.
  'GET /api/reports/current': anybody(401),
  'POST /api/admin/erasures': administrator(202, () => ({ email: 'nessuno@example.com' })),
  'GET /api/admin/people/:id': console(404),
  'GET /api/admin/people/:id/holdings': administrator(404),
  'POST /api/admin/people/:id/export': administrator(404, () => ({
    parts: [`lead-${nowhere}`],
    format: 'json',
  })),
  'GET /api/admin/receipts/:number': console(404),
  'POST /api/admin/people/:id/erase': administrator(404, () => ({
    ...confirmed(),
    parts: [`lead-${nowhere}`],
  })),
  'POST /api/admin/people/:id/join': administrator(404, () => ({ other: elsewhere })),
  'POST /api/admin/people/:id/part': administrator(404, () => ({ stream: `lead-${nowhere}` })),
  'GET /api/admin/requests/:id': console(404),
  'GET /api/admin/requests/outcomes': {
    ...console(200),
    url: '/api/admin/requests/outcomes?from=2026-01-01&to=2026-02-01&by=week',
  },
  'PATCH /api/admin/requests/:id': administrator(404, () => ({ revision: -1, state: 'working' })),
  'POST /api/admin/requests/:id/notes': administrator(404, () => ({ text: 'Richiamare dopo le 18' })),
  'GET /api/admin/export/requests': administrator(200),
  'GET /api/admin/settings/requests': administrator(200),
  'POST /api/admin/settings/requests': administrator(200, () => ({ keepMonths: 0 })),
  'GET /api/admin/customers': console(200),
  'GET /api/admin/customers/:id': console(404),
  'GET /api/admin/customers/:id/export': administrator(404),
  'DELETE /api/admin/customers/:id/sessions': administrator(404),
  'POST /api/admin/customers/:id/erase': administrator(404, confirmed),
  'GET /api/admin/leads': console(200),
  'POST /api/admin/leads/:id/erase': administrator(404, confirmed),
  'GET /api/admin/questionnaires': console(200),
  'POST /api/admin/questionnaires/:id/erase': administrator(404, confirmed),

  'GET /api/admin/projections': console(200),
  'POST /api/admin/projections/:name/rebuild': {
    ...administrator(202),
    url: '/api/admin/projections/settings/rebuild',
  },
  'POST /api/admin/projections/:name/parked/:stream/retry': {
    ...administrator(404),
    url: '/api/admin/projections/settings/parked/settings-analytics/retry',
  },
  'POST /api/admin/projections/:name/parked/:stream/skip': {
    ...administrator(404),
    url: '/api/admin/projections/settings/parked/settings-analytics/skip',
  },
  'GET /api/admin/audit': console(200),

  'GET /api/docs/': anybody(200),
  'GET /api/docs/json': anybody(200),
  'GET /api/docs/yaml': anybody(200),
  'GET /api/docs/static/index.html': anybody(302),
  'GET /api/docs/static/swagger-initializer.js': anybody(200),
  'GET /api/docs/static/*': { ...anybody(200), url: '/api/docs/static/swagger-ui.css' },
  'GET /healthz': anybody(200),
  'GET /readyz': anybody(200),
  'GET /metrics': anybody(200),
}

/**
 * The access of a call that is not named above, by its address: below `/api/user` for customers, below `/api/admin` for every
 * account of the console that only reads. The body is the example of its schema.
 */
function byAddress({ call, schema }: DescribedCall): [string, Call][] {
  const access = call.startsWith('GET /api/admin/') ? 'console' : 'customer'
  if (!/^((?!HEAD)\w+ \/api\/user|GET \/api\/admin)\/[^:]*$/.test(call)) return []
  const [status] = Object.keys(schema.response as object)
  const examples = (schema.body as z.ZodType | undefined)?.meta()?.examples as object[] | undefined
  const [example] = examples ?? []
  return [[call, by(access)(Number(status), example && (() => example))]]
}

const described = await Promise.all(
  [commandRoutes, queryRoutes].map(add => describedCalls(add as RegisterRoutes)),
)

/** Every call of the product. Any other call fails the test. */
export const calls: Record<string, Call> = {
  ...Object.fromEntries(described.flat().flatMap(byAddress)),
  ...named,
}

/** The address of a call. Its ids belong to nobody, unless the table names another address. */
export const urlOf = (name: string): string =>
  calls[name]?.url ?? name.slice(name.indexOf(' ') + 1).replace(/:\w+/g, nowhere)
