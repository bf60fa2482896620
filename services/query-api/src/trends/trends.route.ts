import { trendDefinition, trendUnits } from '@tba/events/trends/definition.ts'
import { trendResult, trendUnitsPage } from '@tba/events/trends/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { type CopyRouteDeps, copyRoute, timedUnitsKey, withCursor } from '../analytics/copy-route.ts'
import { keyIn } from '../console/keyset.ts'
import { findTrendUnits } from './find-trend-units.ts'
import { runTrend } from './run-trend.ts'

/** Trends that are not saved. */
export function trendsRoute(app: App, asks: CopyRouteDeps) {
  const { ask, describe, guarded } = copyRoute(asks)

  const summary = 'Fino a quattro serie di eventi nel tempo, contate per evento, visita o persona'
  const run = describe(summary, trendResult, { body: trendDefinition })
  app.post('/api/admin/trends/run', { schema: run, ...guarded }, request =>
    ask(request, runTrend, { definition: request.body, nowMs: Date.now() }),
  )

  const ofPoint = 'Gli eventi, le visite o le persone che un punto di un andamento conta'
  const units = describe(ofPoint, trendUnitsPage, { body: trendUnits })
  app.post('/api/admin/trends/units', { schema: units, ...guarded }, async request => {
    const { at, cursor, limit, ...definition } = request.body
    const [upTo, after = null, nowMs = Date.now()] = keyIn(cursor, timedUnitsKey) ?? []
    const page = { definition, nowMs, upTo, at, after, limit }
    return withCursor(await ask(request, findTrendUnits, page), [nowMs])
  })
}
