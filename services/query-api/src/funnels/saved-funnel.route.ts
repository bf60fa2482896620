import { failure } from '@tba/events/failure.ts'
import { type FunnelDefinition, funnelDefinition } from '@tba/events/funnels/definition.ts'
import { keptResult } from '@tba/events/funnels/kept-result.ts'
import { savedFunnel, savedFunnelDetail } from '@tba/events/funnels/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure, unauthorized } from '@tba/runtime/http/failure.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { timestamp } from '../column.ts'
import { type Counts, wantedBy } from './counting.ts'
import { keptOf } from './kept.ts'

const row = z.union([savedFunnel.extend({ savedAt: timestamp }), z.object({ id: z.null() })])

/** With what a projector has counted; until that is whole, it is counted for the answer. */
export function savedFunnelRoute(app: App, { pool, onRequest, trails }: Counts) {
  const schema = {
    tags: ['admins'],
    summary: 'Un funnel salvato, con il suo conteggio fino a ora',
    params: z.strictObject({ id: z.uuid('Funnel non trovato') }),
    response: { 200: savedFunnelDetail, 401: failure, 403: failure, 404: failure, 503: failure },
  }

  app.get('/api/admin/funnels/:id', { schema, onRequest }, async request => {
    const { sid, sub } = adminOf(request)
    const [saved] = await pool.any(sql.prepared('saved-funnel', row)`
      select f.id, f.name, f.definition, f."savedBy", f."savedAt"
      from read.admin_sessions s left join read.funnels f on f.id = ${request.params.id}
      where s.sid = ${sid} and s."adminId" = ${sub} and s.expire > now()`)
    if (!saved) throw unauthorized()
    if (saved.id === null) throw new HttpFailure(404, 'Funnel non trovato')
    const definition = funnelDefinition.parse(saved.definition)
    const { result, progress } = await keptOf(pool, saved.id, definition)
    return {
      ...saved,
      result: result ?? (await trails.ask('run', definition, wantedBy(request)).catch(emptyOf(definition))),
      progress,
    }
  })
}

/** Of a place of another log, which was put back since, nothing can be counted: the funnel can still be changed. */
const emptyOf = (definition: FunnelDefinition) => (error: unknown) => {
  if (definition.asOf === undefined || !(error instanceof HttpFailure) || error.status !== 400) throw error
  return { position: null, ...keptResult(definition, []) }
}
