import { HttpFailure } from '@tba/runtime/http/failure.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uploadLimiter } from './upload-limiter.ts'
import type { Reservation, UploadTickets } from './upload-tickets.ts'

/** A picture that was chosen and then replaced is deleted and not counted. */
const maxPerDay = 50

/** A ticket reserved for one sender, and its share of the memory for uploads. */
export type Upload = Reservation & {
  /** Releases both, once. A used ticket stays used. */
  end(): Promise<void>
}

type Asked = { Params: { ticketId: string }; Querystring: { signature?: unknown } }

declare module 'fastify' {
  interface FastifyRequest {
    upload: Upload | null
    /** All its bytes have arrived: a client that disconnects now ends nothing. */
    isUploadWhole: boolean
  }
}

/**
 * A hook that reserves an upload before its body is read. Otherwise a thousand parallel bodies would be read, and one counts.
 * The reservation ends with the request in any case.
 */
export function reserveUpload(
  scope: FastifyInstance,
  tickets: UploadTickets,
  isValid: (reservation: Reservation) => Promise<boolean>,
) {
  const uploads = uploadLimiter()
  scope.decorateRequest('upload', null)
  scope.decorateRequest('isUploadWhole', false)
  // Before the answer is sent, so that the ticket is free for the next try.
  scope.addHook('onError', async ({ upload }) => upload?.end())
  scope.addHook('preHandler', async request => {
    request.isUploadWhole = true
  })

  return async (request: FastifyRequest<Asked>, reply: FastifyReply): Promise<void> => {
    const { signature = '' } = request.query
    const reservation = await tickets.reserve(request.params.ticketId, String(signature))
    if (!reservation) throw unusableTicket()
    let endUpload = () => {}
    const upload = {
      ...reservation,
      async end() {
        request.upload = null
        endUpload()
        await tickets.release(reservation, request.isUploadWhole)
      },
    }
    request.upload = upload
    endUpload = uploads.begin({ accountId: reservation.accountId, address: request.ip })
    if (!(await isValid(reservation))) throw unusableTicket()
    if ((await tickets.usedInADay(reservation.accountId)) >= maxPerDay) throw dailyLimitReached()
    if (request.raw.destroyed) throw new HttpFailure(400, 'Richiesta interrotta')
    reply.raw.once('close', () => {
      if (request.isUploadWhole) return
      // A reservation that is not released expires after 15 minutes.
      request.upload?.end().catch(err => request.log.warn({ err }, 'an upload stays reserved'))
    })
  }
}

export function unusableTicket(): HttpFailure {
  return new HttpFailure(403, 'Indirizzo di caricamento non valido, già usato o scaduto')
}

function dailyLimitReached(): HttpFailure {
  const headers = { 'retry-after': '3600' }
  return new HttpFailure(429, 'Hai caricato molte immagini oggi. Riprova domani.', { headers })
}
