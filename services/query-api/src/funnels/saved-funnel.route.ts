import type { EventStore } from '@tba/event-store/port.ts'
import { funnelDefinition } from '@tba/events/funnels/definition.ts'
import { savedFunnel, savedFunnelDetail } from '@tba/events/funnels/views.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { isPositionOfLog } from '@tba/runtime/log/replayed-events.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { type CopyRouteDeps, copyRouteSchema } from '../analytics/copy-route.ts'
import { timestamp } from '../reads/column.ts'
import { assertOpenSession } from '../reads/open-session.ts'
import { runFunnel } from './run-funnel.ts'

const row = savedFunnel.extend({ savedAt: timestamp, position: z.string() })

type Needs = CopyRouteDeps & { store: EventStore }

/** A saved funnel with its count, which equals a run of its definition and is cached like it. */
export function savedFunnelRoute(app: App, { pool, onRequest, copy, store }: Needs) {
  const schema = copyRouteSchema('Un funnel salvato, con il suo conteggio fino a ora', savedFunnelDetail, {
    params: z.strictObject({ id: z.uuid('Funnel non trovato') }),
  })
  app.get('/api/admin/funnels/:id', { schema, onRequest, config: { counts: true } }, async request => {
    await assertOpenSession(pool, request)
    const saved = await pool.maybeOne(sql.prepared('saved-funnel', row)`
      select id, name, definition, "savedBy", "savedAt", position from read.funnels
      where id = ${request.params.id}`)
    if (!saved) throw new HttpFailure(404, 'Funnel non trovato')
    const { asOf, ...definition } = funnelDefinition.parse(saved.definition)
    // A position from before a restore is gone: the count is up to now.
    const counted = (await isPositionOfLog(store, asOf)) ? { ...definition, asOf } : definition
    const asked = { definition: counted, nowMs: Date.now() }
    const { countedAt, ...result } = await copy.query(runFunnel, asked, { request })
    return { ...saved, result, countedAt }
  })
}
