import type { WatchedTrouble } from '@tba/events/alarms/states.ts'
import type { LostEvents, ProjectionStatus } from '@tba/events/projections/views.ts'
import { analyticsOf } from './projections.ts'

export type Call = {
  method: string
  path: string
  headers: Headers
  body: unknown
  signal: AbortSignal | null
}
type Answer = Response | Promise<Response>
export type Routes = Record<string, (call: Call) => Answer>

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })

export const refused = (status: number, message: string) => json(status, { message })

export const projectionsAnswer = (
  projections: readonly ProjectionStatus[] = [],
  {
    analytics = analyticsOf(),
    lost = null as LostEvents | null,
    watched = [] as readonly WatchedTrouble[],
  } = {},
) => json(200, { projections, analytics, lost, watched, next: null })

/** The calls of every console page: views, segments, annotations, projections, the administrators' names, how many requests wait. */
const consoleRoutes: Routes = {
  'GET /api/admin/views?limit=200': () => json(200, { views: [], next: null }),
  'GET /api/admin/annotations?limit=200': () => json(200, { annotations: [], next: null }),
  'GET /api/admin/segments?limit=200': () => json(200, { segments: [], next: null }),
  'GET /api/admin/events?type=VisitsExpired&limit=1': () => json(200, { events: [] }),
  'GET /api/admin/projections': () => projectionsAnswer(),
  'GET /api/admin/audit?limit=1': () => json(200, { entries: [], admins: [], next: null }),
  'GET /api/admin/requests?view=today&limit=1': () => json(200, { waiting: 0, overdue: 0 }),
}

/**
 * Replaces `fetch`: answers `"<METHOD> <path>"`, or the same without the query or with `*` for its last part, and records the calls.
 * A call without a route fails its test.
 */
export function serve(routes: Routes) {
  const calls: Call[] = []
  const table: Routes = { ...consoleRoutes, ...routes }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? 'GET'
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const call = { method, path, headers: new Headers(init.headers), body, signal: init.signal ?? null }
    calls.push(call)
    const names = [path, path.replace(/\?.*/, ''), path.replace(/[^/]*$/, '*')]
    const route = names.map(name => table[`${method} ${name}`]).find(found => found !== undefined)
    if (!route) throw new Error(`No answer for ${method} ${path}`)
    return route(call)
  })
  const sent = (name: string) => calls.filter(({ method, path }) => `${method} ${path}` === name)
  return {
    answer: (changed: Routes) => Object.assign(table, changed),
    routeOf: (name: string) => table[name] as Routes[string],
    sent,
    bodies: (name: string) => sent(name).map(({ body }) => body),
  }
}

export function deferred() {
  const { promise, resolve } = Promise.withResolvers<Response>()
  return { answer: () => promise, release: resolve }
}
