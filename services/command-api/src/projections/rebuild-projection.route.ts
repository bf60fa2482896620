import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { plainly } from '../idempotency.ts'
import { liveVersion } from './parked-event.ts'

/** The analysts' copies of the log stand beside the projections: every query-api makes its own again. */
const ofAnalytics = { type: 'RequestAnalyticsRebuild' } as const

/** Records the wish: the event asks for a job, and the leader of the projection folds it anew beside what is live. */
export function rebuildProjectionRoute(app: App, { log, pool, idempotency, permitted }: Deps) {
  const schema = {
    ...repeatable,
    tags: ['admins'],
    summary: 'Ricostruisce una proiezione dal registro, accanto a quella che si legge',
    params: z.object({ name: z.string() }),
    body: z.strictObject({}).nullish(),
    response: { 202: ok, 404: failure },
  }

  async function rebuildOf(name: string) {
    const version = await liveVersion(pool, name)
    if (version === null) throw new HttpFailure(404, 'Proiezione non trovata')
    return { type: 'RequestRebuild', version } as const
  }

  const url = '/api/admin/projections/:name/rebuild'
  app.post(url, { schema, onRequest: permitted('manage-projections') }, async (request, reply) => {
    const { name } = request.params
    const command = name === 'analytics' ? ofAnalytics : await rebuildOf(name)
    const executing = { log, context: adminContext(request) }
    const asking = plainly(202, () => execute(executing, name, command))
    return idempotency.once({ request, reply }, asking)
  })
}
