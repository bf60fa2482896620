import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import { execute } from '@tba/runtime/commands/execute.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { plainly } from '../idempotency.ts'
import { parkedEvent } from './parked-event.ts'

const ways = {
  retry: { type: 'RetryParked', summary: 'Ritenta un flusso che una proiezione ha messo in attesa' },
  skip: { type: 'SkipParked', summary: 'Salta per sempre l’evento dietro cui un flusso attende' },
} as const

/** What `npm run parked` asks for, of one event: never of a later one, nor of another than its sender has seen. */
export function parkedStreamRoutes(app: App, { log, pool, idempotency, permitted }: Deps) {
  for (const [way, { type, summary }] of Object.entries(ways)) {
    const schema = {
      ...repeatable,
      tags: ['admins'],
      summary,
      params: z.object({ name: z.string(), stream: z.string() }),
      // Which event is meant; without it the one that the stream waits behind now.
      body: z.strictObject({ eventId: z.guid().optional() }).nullish(),
      response: { 202: ok, 404: failure },
    }
    const url = `/api/admin/projections/:name/parked/:stream/${way}`
    app.post(url, { schema, onRequest: permitted('manage-projections') }, (request, reply) => {
      const { name, stream } = request.params
      const executing = { log, context: adminContext(request) }
      // Looked up only by the first of repeated calls: it waits no longer once that is done.
      const asking = plainly(202, async () => {
        const eventId = await parkedEvent(pool, { name, stream })
        if (eventId === null) throw new HttpFailure(404, 'Nessun flusso in attesa con questo nome')
        if ((request.body?.eventId ?? eventId) !== eventId) {
          throw new HttpFailure(409, 'Il flusso attende ormai dietro un altro evento')
        }
        return execute(executing, name, { type, parked: stream, eventId })
      })
      return idempotency.once({ request, reply }, asking)
    })
  }
}
