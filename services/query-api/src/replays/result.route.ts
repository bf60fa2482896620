import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { failure } from '@tba/events/failure.ts'
import type { Replay } from '@tba/events/replays/views.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { streams } from '@tba/events/streams.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { contextOf } from '@tba/runtime/http/visit.ts'
import { z } from 'zod'
import { csvHeader, csvLines } from '../admins/csv.ts'
import type { Deps, Reads } from '../deps.ts'
import { replayView } from './replay-view.ts'
import { oneReplay } from './replays.route.ts'
import { tableOf } from './result-csv.ts'
import { linesOf, pieces } from './result-lines.ts'

type Needs = Reads & Pick<Deps, 'rows' | 'log'>

const types = { ndjson: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' }

/** The result of a replay as a file. That it was taken along is recorded before its first byte is sent. */
export function replayResultRoute(app: App, { pool, rows, log, onRequest }: Needs) {
  const schema = {
    tags: ['admins'],
    summary: 'Il risultato di una replica, in NDJSON o CSV',
    params: z.strictObject({ id: z.uuid('Replica non trovata') }),
    querystring: z.strictObject({
      format: z.enum(['ndjson', 'csv'], 'Formato non valido').default('ndjson'),
    }),
    response: { 200: z.instanceof(Readable), 401: failure, 403: failure, 404: failure, 409: failure },
  }
  const options = { schema, onRequest, exposeHeadRoute: false }

  app.get('/api/admin/replays/:id/result', options, async (request, reply) => {
    const { format } = request.query
    const replay = replayView(await oneReplay(pool, request, request.params.id))
    assertResult(replay)
    const event = { type: 'ReplayResultTaken', data: { format } } as const
    const context = contextOf(request, `admin:${adminOf(request).sub}`)
    await log.append(streams.replay(replay.id), [event], { expected: 'any', context })
    const name = `replica_${replay.mode.kind}_${romeDay(new Date(replay.requestedAt))}.${format}`
    const body = format === 'csv' ? csv(rows, replay) : pieces(rows, replay.id)
    return (
      reply
        .type(types[format])
        .header('content-disposition', `attachment; filename="${name}"`)
        // As bytes, so that the stream's high-water mark counts bytes and not pieces.
        .send(Readable.from(body, { objectMode: false }))
    )
  })
}

/** @throws {HttpFailure} 404 where there is none, 409 where it is not there yet */
function assertResult({ state, expiresAt, error }: Replay): void {
  if (state === 'waiting' || state === 'running') throw new HttpFailure(409, 'La replica non è ancora finita')
  if (state === 'cancelled') throw new HttpFailure(404, 'La replica è stata annullata: non c’è un risultato')
  if (state === 'failed') throw new HttpFailure(404, error ?? 'La replica non è riuscita')
  if (expiresAt === null || Date.parse(expiresAt) < Date.now())
    throw new HttpFailure(404, 'Il risultato non c’è più: si conserva per sette giorni')
}

/** So many lines at once, so that other requests get their turn. */
const atOnce = 500

async function* csv(rows: Needs['rows'], { id, mode }: Replay): AsyncGenerator<string> {
  const { columns, rowsOf } = tableOf(mode)
  yield csvHeader(columns)
  for await (const piece of pieces(rows, id)) {
    const lines = linesOf(piece)
    for (let at = 0; at < lines.length; at += atOnce) {
      yield csvLines(lines.slice(at, at + atOnce).flatMap(rowsOf))
      await turn()
    }
  }
}
