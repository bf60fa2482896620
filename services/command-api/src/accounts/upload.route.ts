import { failure } from '@tba/events/failure.ts'
import { ok } from '@tba/events/ok.ts'
import { load } from '@tba/runtime/commands/load.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { tokenBucket } from '@tba/runtime/http/bucket.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { limit } from '@tba/runtime/http/limit.ts'
import { customerOf, requireCustomer } from '@tba/runtime/http/session.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { isLive } from './live-session.ts'
import { reEncode } from './re-encode.ts'

const mostBytes = 5_242_880
// So many bytes take their time on the line of a phone.
const requestMs = 5 * 60_000

/** POST for a signed address, then PUT of the raw bytes to it: as an object store would have it. */
export function uploadRoutes(app: App, { log, tickets, pictures }: Deps) {
  const issue = {
    tags: ['accounts'],
    summary: 'Dà un indirizzo firmato a cui caricare un’immagine',
    response: { 200: z.object({ uploadURL: z.url() }), 401: failure, 429: failure },
  }
  const bucket = tokenBucket({ capacity: 200, refillPerSecond: 1 })
  const onRequest = [limit(bucket), requireCustomer(isLive(log))]

  app.post('/api/objects/upload', { schema: issue, onRequest }, async request => {
    const { path } = await tickets.issue(customerOf(request).sub)
    // The address that this client reached us by: it is told to nobody else.
    return { uploadURL: `${request.protocol}://${request.host}${path}` }
  })

  app.register(async scope => {
    const raw = scope as App
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, body, done) =>
      done(null, body),
    )
    const params = z.strictObject({ ticketId: z.uuid() })
    const querystring = z.object({ signature: z.string().max(100).default('') })
    const schema = {
      tags: ['accounts'],
      summary: 'Carica i byte di un’immagine',
      params,
      querystring,
      response: { 200: ok, 403: failure, 413: failure, 415: failure },
    }

    const mine = async (request: FastifyRequest) => {
      const { ticketId } = request.params as { ticketId: string }
      const { signature = '' } = request.query as { signature?: string }
      if (!(await tickets.holder(ticketId, String(signature)))) throw unusable()
    }
    const path = '/api/objects/uploads/:ticketId'
    const bounds = { bodyLimit: mostBytes, config: { requestMs } }
    raw.put(path, { schema, ...bounds, preParsing: mine }, async request => {
      const { ticketId } = request.params
      const accountId = await tickets.holder(ticketId, request.query.signature)
      if (!accountId) throw unusable()
      const picture = Buffer.isBuffer(request.body) ? await reEncode(request.body) : null
      if (!picture) throw new HttpFailure(415, 'Sono ammesse solo immagini JPEG, PNG, WebP, GIF o AVIF')
      if (!(await tickets.use(ticketId))) throw unusable()
      await pictures.put({ accountId, pictureId: ticketId }, picture)
      // Erasing removes what there is after it is in the log: whoever looks there afterwards misses nothing.
      if (await isErased(log, accountId)) {
        await pictures.removeAllOf(accountId)
        throw unusable()
      }
      return { ok: true as const }
    })
  })
}

async function isErased(log: Deps['log'], accountId: string): Promise<boolean> {
  const { state } = await load(log, 'account', accountId)
  return state.status !== 'registered'
}

function unusable(): HttpFailure {
  return new HttpFailure(403, 'Indirizzo di caricamento non valido, già usato o scaduto')
}
