import { savedRow } from '@tba/events/saved/row.ts'
import { trendDefinition } from '@tba/events/trends/definition.ts'
import { savedTrend, trendResult } from '@tba/events/trends/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { type CopyRouteDeps, copyRouteSchema } from '../analytics/copy-route.ts'
import { timestamp } from '../reads/column.ts'
import { assertOpenSession } from '../reads/open-session.ts'
import { runTrend } from './run-trend.ts'

const unknown = 'Andamento non trovato'
const saved = savedRow.extend(savedTrend.shape)
const view = saved.extend({ result: trendResult, countedAt: z.iso.datetime() })
const row = savedRow.extend({ savedAt: timestamp, saved: savedTrend })

/** A saved trend with its count up to now. */
export function savedTrendRoute(app: App, { pool, onRequest, copy }: CopyRouteDeps) {
  const schema = copyRouteSchema('Un andamento salvato, con il suo conteggio fino a ora', view, {
    params: z.strictObject({ id: z.uuid(unknown) }),
  })
  app.get('/api/admin/trends/:id', { schema, onRequest, config: { counts: true } }, async request => {
    await assertOpenSession(pool, request)
    const found = await pool.maybeOne(sql.prepared('saved-trend', row)`
      select id, revision, "savedBy", "savedAt", definition as saved from read.saved
      where kind = 'trend' and id = ${request.params.id}`)
    if (!found) throw new HttpFailure(404, unknown)
    const { saved: its, ...rest } = found
    const asked = { definition: trendDefinition.parse(its.definition), nowMs: Date.now() }
    const result = await copy.query(runTrend, asked, { request })
    return { ...rest, ...its, result, countedAt: new Date().toISOString() }
  })
}
