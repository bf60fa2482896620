import { funnelResult } from '@tba/events/funnels/views.ts'
import { replayDetail, replayedRow, replayList } from '@tba/events/replays/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure, unauthorized } from '@tba/runtime/http/failure.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Deps, Reads } from '../deps.ts'
import { keyIn, keyset, pageOf, positionKey } from '../keyset.ts'
import { replayView } from './replay-view.ts'
import { firstLines } from './result-lines.ts'
import { type StoredReplay, storedReplays, withId } from './stored-replays.ts'

type Needs = Reads & Pick<Deps, 'rows'>

const shownRows = 100

/** The replays that were asked for, newest first, and one of them with what it came to, where that is short. */
export function replaysRoute(app: App, { pool, rows, onRequest }: Needs) {
  const listing = {
    tags: ['admins'],
    summary: 'Le repliche del registro: che cosa attende, corre o è finito',
    querystring: z.strictObject(keyset),
    response: { 200: replayList },
  }
  app.get('/api/admin/replays', { schema: listing, onRequest }, async request => {
    const { limit, cursor } = request.query
    const [before = null] = keyIn(cursor, positionKey) ?? []
    const found = await storedReplays(
      pool,
      adminOf(request),
      sql.fragment`
        where ${before}::text is null or r.position < ${before}::text collate "C"
        order by r.position desc limit ${limit + 1}`,
    )
    if (!found) throw unauthorized()
    const page = pageOf(found, limit, ({ position }) => [position])
    return { replays: page.rows.map(row => replayView(row)), next: page.next }
  })

  const reading = {
    tags: ['admins'],
    summary: 'Una replica: quanto ha percorso, quanto manca, che cosa ne è risultato',
    params: z.strictObject({ id: z.uuid('Replica non trovata') }),
    querystring: z.strictObject({}),
    response: { 200: replayDetail },
  }
  app.get('/api/admin/replays/:id', { schema: reading, onRequest }, async request => {
    const stored = await oneReplay(pool, request, request.params.id)
    const view = replayView(stored)
    const isShort = view.state === 'done' && view.mode.kind !== 'stream' && view.expiresAt !== null
    const lines = isShort ? await firstLines(rows, view.id, shownRows) : []
    const values = lines.map(line => JSON.parse(line) as unknown)
    return {
      ...view,
      funnel: view.mode.kind === 'funnel' && values.length > 0 ? funnelResult.parse(values[0]) : null,
      rows: view.mode.kind === 'projection' && isShort ? z.array(replayedRow).parse(values) : null,
    }
  })
}

type Asking = Parameters<typeof adminOf>[0]

/** @throws {HttpFailure} 401, 404 */
export async function oneReplay(pool: Reads['pool'], request: Asking, id: string): Promise<StoredReplay> {
  const found = await storedReplays(pool, adminOf(request), withId(id))
  if (!found) throw unauthorized()
  const [stored] = found
  if (!stored) throw new HttpFailure(404, 'Replica non trovata')
  return stored
}
