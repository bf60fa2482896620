import { StepCounts } from '@tba/events/funnels/count.ts'
import { type FunnelDefinition, funnelDefinition, resolved } from '@tba/events/funnels/definition.ts'
import { savedFunnel, savedFunnelDetail, savedFunnels } from '@tba/events/funnels/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure, unauthorized } from '@tba/runtime/http/failure.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { timestamp } from '../column.ts'
import type { Reads } from '../deps.ts'
import { keyIn, keyset, pageOf, positionKey } from '../keyset.ts'
import { type Asks, asked } from './asking.ts'

const row = z.union([
  savedFunnel.extend({ savedAt: timestamp, position: z.string() }),
  // The session is open, and there is no funnel.
  z.object({ id: z.null() }),
])

/** What was saved last comes first. */
export function savedFunnelsRoute(app: App, { pool, onRequest }: Reads) {
  const schema = {
    tags: ['admins'],
    summary: 'I funnel che gli amministratori hanno salvato',
    querystring: z.strictObject(keyset),
    response: { 200: savedFunnels },
  }

  app.get('/api/admin/funnels', { schema, onRequest }, async request => {
    const { sid, sub } = adminOf(request)
    const { limit, cursor } = request.query
    const [before = null] = keyIn(cursor, positionKey) ?? []
    const found = await pool.any(sql.prepared('saved-funnels', row)`
      select f.id, f.name, f.definition, f."savedBy", f."savedAt", f.position
      from read.admin_sessions s
      left join lateral (
        select * from read.funnels
        where ${before}::text is null or position < ${before}::text collate "C"
        order by position desc limit ${limit + 1}
      ) f on true
      where s.sid = ${sid} and s."adminId" = ${sub} and s.expire > now()
      order by f.position desc`)
    if (found.length === 0) throw unauthorized()
    const funnels = found.filter(funnel => funnel.id !== null)
    const { rows, next } = pageOf(funnels, limit, ({ position }) => [position])
    return { funnels: rows.map(({ position: _, ...funnel }) => funnel), next }
  })
}

/** With its count: the same as a run of its definition, and counted again only where something may have changed it. */
export function savedFunnelRoute(app: App, { pool, onRequest, copy }: Asks) {
  const schema = asked('Un funnel salvato, con il suo conteggio fino a ora', savedFunnelDetail, {
    params: z.strictObject({ id: z.uuid('Funnel non trovato') }),
  })
  app.get('/api/admin/funnels/:id', { schema, onRequest }, async request => {
    const { sid, sub } = adminOf(request)
    const [found] = await pool.any(sql.prepared('saved-funnel', row)`
      select f.id, f.name, f.definition, f."savedBy", f."savedAt", f.position
      from read.admin_sessions s left join read.funnels f on f.id = ${request.params.id}
      where s.sid = ${sid} and s."adminId" = ${sub} and s.expire > now()`)
    if (!found) throw unauthorized()
    if (found.id === null) throw new HttpFailure(404, 'Funnel non trovato')
    const { position: _, ...saved } = found
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
  return { position: null, from, to, steps: none, open: 0, countedAt: new Date(nowMs).toISOString() }
}
