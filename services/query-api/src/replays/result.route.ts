import { Readable } from 'node:stream'
import type { EventStore } from '@tba/event-store/port.ts'
import { isPosition, origin } from '@tba/event-store/position.ts'
import { failure } from '@tba/events/failure.ts'
import type { Replay } from '@tba/events/replays/views.ts'
import { failureSentences } from '@tba/events/replays/words.ts'
import { romeDay } from '@tba/events/rome-day.ts'
import { streams } from '@tba/events/streams.ts'
import { adminOf } from '@tba/runtime/http/admin-session.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { sentAs, text } from '@tba/runtime/http/operations/sent-as-it-is.ts'
import { adminContext } from '@tba/runtime/http/visit.ts'
import type { EventLog } from '@tba/runtime/log/event-log.ts'
import { isPositionOfLog } from '@tba/runtime/log/replayed-events.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { getResult } from '@tba/runtime/storage/replay-results.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Separator, separator } from '../admins/csv.ts'
import { startDownload } from '../admins/exporter.ts'
import type { Copy } from '../analytics/copy/copy.ts'
import { eventFiles, eventLines, exportPage } from '../history/export-lines.ts'
import { assertOpenSession, type Reads } from '../reads/open-session.ts'
import { filterOfReplay } from './play-replay.ts'
import { replayView } from './replay-view.ts'
import { csvOf } from './result-csv.ts'
import { findReplay } from './stored-replays.ts'

type Needs = Reads & { log: EventLog; store: EventStore; copy: Copy; objects: Objects }

type ResultRequest = {
  request: FastifyRequest
  format: keyof typeof eventFiles
  separator: Separator
  key: string | null | undefined
}
const expired = 'Il risultato non c’è più: si conserva per sette giorni'

/** Downloads the result of a replay. The download is recorded before the first byte is sent. */
export function replayResultRoute(app: App, { pool, store, log, copy, objects, onRequest }: Needs) {
  const schema = operation('admins', 'Il risultato di una replica, in NDJSON o CSV', {
    params: z.strictObject({ id: z.uuid('Replica non trovata') }),
    querystring: z.strictObject({
      format: z.enum(['ndjson', 'csv'], 'Formato non valido').default('ndjson'),
      separator,
    }),
    response: {
      200: sentAs({ 'application/x-ndjson': text, 'text/csv': text }),
      404: failure,
      409: failure,
      429: failure,
    },
  })

  app.get('/api/admin/replays/:id/result', { schema, onRequest }, async (request, reply) => {
    const { format, separator } = request.query
    await startDownload(adminOf(request), reply)
    await assertOpenSession(pool, request)
    const stored = await findReplay(pool, request.params.id)
    const replay = replayView(stored)
    assertResult(replay)
    const file = await fileOf(replay, { request, format, separator, key: stored.progress?.result })
    const event = { type: 'ReplayResultTaken', data: { format } } as const
    await log.append(streams.replay(replay.id), [event], { expected: 'any', context: adminContext(request) })
    const name = `replica_${replay.mode.kind}_${romeDay(new Date(replay.requestedAt))}.${format}`
    return reply
      .type(eventFiles[format].type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(file)
  })

  /** @throws {HttpFailure} 404 */
  async function fileOf(replay: Replay, { request, format, separator, key }: ResultRequest) {
    const { mode, position } = replay
    if (mode.kind === 'stream') {
      if (!(await isPositionOfLog(store, position))) throw new HttpFailure(404, failureSentences.restored)
      const end = position !== null && isPosition(position) ? position : origin
      const query = { filter: filterOfReplay(replay), format, separator, role: adminOf(request).role }
      const options = { request, required: end, isBackground: true }
      return (await eventLines(page => copy.query(exportPage, { ...query, ...page }, options), end)).body
    }
    const lines = key ? await getResult(objects, key) : null
    if (!lines) throw new HttpFailure(404, expired)
    return Readable.from([
      format === 'csv' ? csvOf(mode, lines, separator) : lines.map(line => `${line}\n`).join(''),
    ])
  }
}

/** @throws {HttpFailure} 404 without a result, 409 before the end */
function assertResult({ state, expiresAt, error }: Replay): void {
  if (state === 'waiting' || state === 'running') throw new HttpFailure(409, 'La replica non è ancora finita')
  if (state === 'cancelled') throw new HttpFailure(404, 'La replica è stata annullata: non c’è un risultato')
  if (state === 'failed') throw new HttpFailure(404, error ?? 'La replica non è riuscita')
  if (expiresAt === null || Date.parse(expiresAt) < Date.now()) throw new HttpFailure(404, expired)
}
