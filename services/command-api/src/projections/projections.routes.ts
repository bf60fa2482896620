import { execute } from '@tba/runtime/commands/execute.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { noBody } from '@tba/runtime/http/operations/sent-as-it-is.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { repeatableCall } from '../repeatable-call.ts'
import { liveVersion, parkedEvent } from './parked-event.ts'

/** The analysts’ copies are listed with the projections. Each query-api rebuilds its own. */
const ofAnalytics = { type: 'RequestAnalyticsRebuild' } as const

/** Records the request. Its event starts a job, and the projection’s leader rebuilds beside the live tables. */
export function rebuildProjectionRoute(app: App, deps: Deps) {
  const { log, pool, permitted } = deps
  async function rebuildOf(name: string) {
    const version = await liveVersion(pool, name)
    if (version === null) throw new HttpFailure(404, 'Proiezione non trovata')
    return { type: 'RequestRebuild', version } as const
  }

  repeatableCall(app, deps, {
    method: 'POST',
    url: '/api/admin/projections/:name/rebuild',
    status: 202,
    onRequest: permitted('manage-projections'),
    tag: 'admins',
    summary: 'Ricostruisce una proiezione dal registro, accanto a quella che si legge',
    params: z.object({ name: z.string() }),
    body: noBody,
    refusals: [404],
    async run({ request, params: { name } }) {
      const command = name === 'analytics' ? ofAnalytics : await rebuildOf(name)
      return execute({ log, context: adminContext(request) }, name, command)
    },
  })
}

const ways = {
  retry: { type: 'RetryParked', summary: 'Ritenta un flusso che una proiezione ha messo in attesa' },
  skip: { type: 'SkipParked', summary: 'Salta per sempre l’evento dietro cui un flusso attende' },
} as const

/** Retry or skip, as in `npm run parked`, but for one event only: the one that the sender has seen. */
export function parkedStreamRoutes(app: App, deps: Deps) {
  const { log, pool, permitted } = deps
  for (const [way, { type, summary }] of Object.entries(ways)) {
    repeatableCall(app, deps, {
      method: 'POST',
      url: `/api/admin/projections/:name/parked/:stream/${way}`,
      status: 202,
      onRequest: permitted('manage-projections'),
      tag: 'admins',
      summary,
      params: z.object({ name: z.string(), stream: z.string() }),
      // The event; by default the one at which the stream is parked now.
      body: z.strictObject({ eventId: z.guid().optional() }).nullish(),
      refusals: [404],
      // Repeated calls must not look it up: the stream may no longer be parked.
      async run({ request, params: { name, stream }, body }) {
        const eventId = await parkedEvent(pool, { name, stream })
        if (eventId === null) throw new HttpFailure(404, 'Nessun flusso in attesa con questo nome')
        if ((body?.eventId ?? eventId) !== eventId)
          throw new HttpFailure(409, 'Il flusso attende ormai dietro un altro evento')
        return execute({ log, context: adminContext(request) }, name, { type, parked: stream, eventId })
      },
    })
  }
}
