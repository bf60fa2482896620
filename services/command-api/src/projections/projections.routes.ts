import { execute } from '@tba/runtime/commands/execute.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { repeatableCall } from '../repeatable-call.ts'
import { liveVersion, parkedEvent } from './parked-event.ts'

/** The analysts' copies of the log stand beside the projections: every query-api makes its own again. */
const ofAnalytics = { type: 'RequestAnalyticsRebuild' } as const

/** Records the wish: the event asks for a job, and the leader of the projection folds it anew beside what is live. */
export function rebuildProjectionRoute(app: App, deps: Deps) {
  const { log, pool, permitted } = deps
  async function rebuildOf(name: string) {
    const version = await liveVersion(pool, name)
    if (version === null) throw new HttpFailure(404, 'Proiezione non trovata')
    return { type: 'RequestRebuild', version } as const
  }

  repeatableCall(app, deps, {
    ...{ method: 'POST', url: '/api/admin/projections/:name/rebuild', status: 202 },
    onRequest: permitted('manage-projections'),
    ...{ tag: 'admins', summary: 'Ricostruisce una proiezione dal registro, accanto a quella che si legge' },
    params: z.object({ name: z.string() }),
    body: z.strictObject({}).nullish(),
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

/** What `npm run parked` asks for, of one event: never of a later one, nor of another than its sender has seen. */
export function parkedStreamRoutes(app: App, deps: Deps) {
  const { log, pool, permitted } = deps
  for (const [way, { type, summary }] of Object.entries(ways)) {
    repeatableCall(app, deps, {
      ...{ method: 'POST', url: `/api/admin/projections/:name/parked/:stream/${way}`, status: 202 },
      ...{ onRequest: permitted('manage-projections'), tag: 'admins', summary },
      params: z.object({ name: z.string(), stream: z.string() }),
      // Which event is meant; without it the one that the stream waits behind now.
      body: z.strictObject({ eventId: z.guid().optional() }).nullish(),
      refusals: [404],
      // Looked up only by the first of repeated calls: it waits no longer once that is done.
      async run({ request, params: { name, stream }, body }) {
        const eventId = await parkedEvent(pool, { name, stream })
        if (eventId === null) throw new HttpFailure(404, 'Nessun flusso in attesa con questo nome')
        if ((body?.eventId ?? eventId) !== eventId) {
          throw new HttpFailure(409, 'Il flusso attende ormai dietro un altro evento')
        }
        return execute({ log, context: adminContext(request) }, name, { type, parked: stream, eventId })
      },
    })
  }
}
