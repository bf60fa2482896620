import { StepCounts } from '@tba/events/funnels/count.ts'
import { type FunnelDefinition, funnelDefinition, resolvePeriods } from '@tba/events/funnels/definition.ts'
import { savedFunnel, savedFunnelDetail } from '@tba/events/funnels/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { type CopyRouteDeps, copyRouteSchema } from '../analytics/copy-route.ts'
import { timestamp } from '../column.ts'
import { assertOpenSession } from '../open-session.ts'

const row = savedFunnel.extend({ savedAt: timestamp, position: z.string() })

/** A saved funnel with its count, which equals a run of its definition and is cached like it. */
export function savedFunnelRoute(app: App, { pool, onRequest, copy }: CopyRouteDeps) {
  const schema = copyRouteSchema('Un funnel salvato, con il suo conteggio fino a ora', savedFunnelDetail, {
    params: z.strictObject({ id: z.uuid('Funnel non trovato') }),
  })
  app.get('/api/admin/funnels/:id', { schema, onRequest }, async request => {
    await assertOpenSession(pool, request)
    const saved = await pool.maybeOne(sql.prepared('saved-funnel', row)`
      select id, name, definition, "savedBy", "savedAt", position from read.funnels
      where id = ${request.params.id}`)
    if (!saved) throw new HttpFailure(404, 'Funnel non trovato')
    const definition = funnelDefinition.parse(saved.definition)
    const nowMs = Date.now()
    const { countedAt, ...result } = await copy
      .query('funnel', { definition, nowMs }, { request })
      .catch(emptyResult(definition, nowMs))
    return { ...saved, result, countedAt }
  })
}

/** A funnel with a position from before a restore has no count. It can still be changed. */
const emptyResult = (input: FunnelDefinition, nowMs: number) => (error: unknown) => {
  if (input.asOf === undefined || !(error instanceof HttpFailure) || error.status !== 400) throw error
  const { from, to, steps } = resolvePeriods(input, nowMs)
  const none = new StepCounts(steps.length).results()
  const countedAt = new Date(nowMs).toISOString()
  return { position: null, positionAt: null, from, to, steps: none, open: 0, countedAt }
}
