import { failure } from '@tba/events/failure.ts'
import { funnelResult } from '@tba/events/funnels/views.ts'
import { replayDetail, replayedRow, replayList } from '@tba/events/replays/views.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { getResult } from '@tba/runtime/storage/replay-results.ts'
import { z } from 'zod'
import { keyset, olderThan, pageOf } from '../console/keyset.ts'
import { assertOpenSession, type Reads } from '../reads/open-session.ts'
import { replayView } from './replay-view.ts'
import { findReplay, findReplays } from './stored-replays.ts'

const shownRows = 100

/** The requested replays, newest first, and one replay with its result if that is short. */
export function replaysRoute(app: App, { pool, objects, onRequest }: Reads & { objects: Objects }) {
  const listing = operation('admins', 'Le repliche del registro: che cosa attende, corre o è finito', {
    querystring: z.strictObject(keyset),
    response: { 200: replayList },
  })
  app.get('/api/admin/replays', { schema: listing, onRequest }, async request => {
    const { limit, cursor } = request.query
    await assertOpenSession(pool, request)
    const found = await findReplays(pool, olderThan(cursor), limit + 1)
    const page = pageOf(found, limit, ({ position }) => [position])
    return { replays: page.rows.map(row => replayView(row)), next: page.next }
  })

  const reading = {
    tags: ['admins'],
    summary: 'Una replica: quanto ha percorso, quanto manca, che cosa ne è risultato',
    params: z.strictObject({ id: z.uuid('Replica non trovata') }),
    querystring: z.strictObject({}),
    response: { 200: replayDetail, 404: failure },
  }
  app.get('/api/admin/replays/:id', { schema: reading, onRequest }, async request => {
    await assertOpenSession(pool, request)
    const stored = await findReplay(pool, request.params.id)
    const view = replayView(stored)
    const { kind } = view.mode
    const key = view.expiresAt && stored.progress?.result
    const lines = key ? await getResult(objects, key) : null
    const values = lines?.slice(0, shownRows).map((line): unknown => JSON.parse(line)) ?? null
    return {
      ...view,
      funnel: kind === 'funnel' && values ? funnelResult.parse(values[0]) : null,
      rows: kind === 'projection' && values ? z.array(replayedRow).parse(values) : null,
    }
  })
}
