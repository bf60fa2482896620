import { failure, ok } from '@tba/events/failure.ts'
import { questionView } from '@tba/events/questions/views.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { type App, operation, personId, personParams, unknownPerson } from '@tba/runtime/http/app.ts'
import { hasTable } from '@tba/runtime/postgres/pool.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { assertOpenSession, type Reads } from '../reads/open-session.ts'
import { isSilent } from './later.ts'

const row = sql.type(
  z.object({
    state: questionView.shape.state,
    progress: z.number(),
    result: z.string().nullable(),
    status: z.int().nullable(),
    message: z.string().nullable(),
  }),
)
const stopped = 'Il servizio che contava si è fermato. Riprova.'

/** The state of a long question, and its end. Only who asked it sees it. */
export function questionsRoute(app: App, { pool, onRequest }: Reads) {
  const params = personParams
  const state = operation('admins', 'Lo stato di una domanda lunga, e la risposta quando c’è', {
    params,
    response: { 200: questionView, 404: failure },
  })
  app.get('/api/admin/questions/:id', { schema: state, onRequest }, async request => {
    await assertOpenSession(pool, request)
    const [id, own] = [personId(request.params), adminOf(request).sub]
    const found = (await hasTable(pool, 'console.questions'))
      ? await pool.maybeOne(row`
        update console.questions set polled_at = now(),
          state = case when state = 'running' and ${isSilent} then 'failed' else state end,
          status = case when state = 'running' and ${isSilent} then 503 else status end,
          message = case when state = 'running' and ${isSilent} then ${stopped} else message end
        where id = ${id} and admin_id = ${own} returning state, progress, result, status, message`)
      : null
    if (!found) throw unknownPerson()
    const { result, status, message, ...shown } = found
    return {
      ...shown,
      ...(result !== null && { result: JSON.parse(result) }),
      ...(message !== null && { status: status ?? 500, message }),
    }
  })
  const cancel = operation('admins', 'Annulla una domanda lunga', {
    params,
    response: { 200: ok, 404: failure },
  })
  app.delete('/api/admin/questions/:id', { schema: cancel, onRequest }, async request => {
    await assertOpenSession(pool, request)
    const [id, own] = [personId(request.params), adminOf(request).sub]
    const { rowCount } = (await hasTable(pool, 'console.questions'))
      ? await pool.query(sql.unsafe`
          update console.questions set state = case when state = 'running' then 'cancelled' else state end
          where id = ${id} and admin_id = ${own}`)
      : { rowCount: 0 }
    if (rowCount === 0) throw unknownPerson()
    return { ok: true as const }
  })
}
