import { StepCounts } from '@tba/events/funnels/count.ts'
import { type FunnelDefinition, funnelDefinition, resolved } from '@tba/events/funnels/definition.ts'
import { savedFunnel, savedFunnelDetail } from '@tba/events/funnels/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { timestamp } from '../column.ts'
import { assertOpenSession } from '../open-session.ts'
import { type Asks, asked } from './asking.ts'

const row = savedFunnel.extend({ savedAt: timestamp, position: z.string() })

/** With its count: the same as a run of its definition, and counted again only where something may have changed it. */
export function savedFunnelRoute(app: App, { pool, onRequest, copy }: Asks) {
  const schema = asked('Un funnel salvato, con il suo conteggio fino a ora', savedFunnelDetail, {
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
      .ask('funnel', { definition, nowMs }, { request })
      .catch(nothingOf(definition, nowMs))
    return { ...saved, result, countedAt }
  })
}

/** Of a place of another log, which was put back since, nothing can be counted: the funnel can still be changed. */
const nothingOf = (asked: FunnelDefinition, nowMs: number) => (error: unknown) => {
  if (asked.asOf === undefined || !(error instanceof HttpFailure) || error.status !== 400) throw error
  const { from, to, steps } = resolved(asked, nowMs)
  const none = new StepCounts(steps.length).results()
  const countedAt = new Date(nowMs).toISOString()
  return { position: null, positionAt: null, from, to, steps: none, open: 0, countedAt }
}
