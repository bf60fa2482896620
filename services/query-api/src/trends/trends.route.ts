import { trendDefinition } from '@tba/events/trends/definition.ts'
import { trendResult } from '@tba/events/trends/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { type CopyRouteDeps, copyRoute } from '../analytics/copy-route.ts'
import { runTrend } from './run-trend.ts'

/** Trends that are not saved. */
export function trendsRoute(app: App, asks: CopyRouteDeps) {
  const { ask, describe, guarded } = copyRoute(asks)

  const summary = 'Fino a quattro serie di eventi nel tempo, contate per evento, visita o persona'
  const run = describe(summary, trendResult, { body: trendDefinition })
  app.post('/api/admin/trends/run', { schema: run, ...guarded }, request =>
    ask(request, runTrend, { definition: request.body, nowMs: Date.now() }),
  )
}
