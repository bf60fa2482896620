import { failure, ok } from '@tba/events/failure.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { limit } from '@tba/runtime/http/limits/limit.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { accountPicturesFolder, pictureKey } from '@tba/runtime/storage/pictures.ts'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { registeredAccount } from '../account-command.ts'
import { isOpen } from '../sessions/require-open-session.ts'
import { reencodeInChild } from './reencode-in-child.ts'
import { reserveUpload, type Upload, unusableTicket } from './reserve-upload.ts'
import type { Reservation } from './upload-tickets.ts'

const maxBytes = 5_242_880
// A phone may need long for so many bytes.
const requestMs = 5 * 60_000

/** POST returns a signed address, and PUT sends the raw bytes to it, like with an object store. */
export function uploadRoutes(app: App, deps: Deps) {
  const { log, tickets, objects, requireOpenSession, givenUrl } = deps
  const issue = operation('accounts', 'Dà un indirizzo firmato a cui caricare un’immagine', {
    response: { 200: z.object({ uploadURL: z.url() }) },
  })
  const bucket = app.bucket('uploads', { capacity: 200, refillPerSecond: 1 })
  const onRequest = [limit(bucket), requireOpenSession]

  app.post('/api/objects/upload', { schema: issue, onRequest }, async request => {
    const { sub: accountId, sid: sessionId } = customerOf(request)
    const passwordSince = (await registeredAccount(log, accountId))?.passwordSince ?? ''
    const { path } = await tickets.issue({ accountId, sessionId, passwordSince })
    // Else with the Host of the request: the URL is for this client only. A proxy may forward an invented protocol.
    const protocol = request.protocol === 'https' ? 'https' : 'http'
    return { uploadURL: `${givenUrl ?? `${protocol}://${request.host}`}${path}` }
  })

  app.register(async (raw: App) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    )
    const params = z.strictObject({ ticketId: z.uuid() })
    const querystring = z.object({ signature: z.string().max(100).default('') })
    const schema = operation('accounts', 'Carica i byte di un’immagine', {
      consumes: ['image/*'],
      params,
      querystring,
      response: { 200: ok, 413: failure, 415: failure, 429: failure },
    })

    const limits = { bodyLimit: maxBytes, config: { requestMs } }
    const preParsing = reserveUpload(raw, tickets, isValid)
    raw.put('/api/objects/uploads/:ticketId', { schema, ...limits, preParsing }, async request => {
      const { upload } = request
      if (!upload) throw unusableTicket()
      try {
        await store(upload, request.body)
      } finally {
        await upload.end()
      }
      return { ok: true as const }
    })
  })

  async function store(upload: Upload, body: unknown): Promise<void> {
    const { accountId, ticketId } = upload
    const picture = await reencoded(body)
    if (!(await isValid(upload)) || !(await tickets.use(upload))) throw unusableTicket()
    await objects.put(pictureKey({ accountId, pictureId: ticketId }), picture).catch(async error => {
      await tickets.undoUse(upload)
      throw error
    })
    // An erasure first records its event and then removes pictures, so a check of the log after writing misses none.
    if (!(await registeredAccount(log, accountId))) {
      await objects.removeAll(accountPicturesFolder(accountId))
      throw unusableTicket()
    }
  }

  /** Its session is open, and the password is still the same. */
  async function isValid({ accountId, sessionId, passwordSince }: Reservation): Promise<boolean> {
    const reads = [load(log, 'session', sessionId), load(log, 'account', accountId)] as const
    const [{ state: session }, { state: account }] = await Promise.all(reads)
    if (account.status !== 'registered' || !isOpen(session, account, sessionId)) return false
    return (account.passwordSince ?? '') === passwordSince
  }
}

const refusals = {
  empty: 'Il file è vuoto: scegline un altro',
  'no-picture': 'Sono ammesse solo immagini JPEG, PNG, WebP, GIF o AVIF',
  damaged: 'L’immagine è incompleta o danneggiata: scegline un’altra',
}
const tooLarge = (side: number) =>
  `L’immagine ha troppi pixel: riducila a ${side.toLocaleString('it-IT')} × ${side.toLocaleString('it-IT')} o meno`

/** @throws {HttpFailure} 415 */
async function reencoded(body: unknown): Promise<Uint8Array> {
  const result = await reencodeInChild(Buffer.isBuffer(body) ? body : Buffer.alloc(0))
  if ('picture' in result) return result.picture
  const { refused } = result
  throw new HttpFailure(415, refused === 'too-large' ? tooLarge(result.side) : refusals[refused])
}
