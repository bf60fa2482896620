import { failure } from '@tba/events/failure.ts'
import { type App, operation } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { bytes, sentAs } from '@tba/runtime/http/operations/sent-as-it-is.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import type { Objects } from '@tba/runtime/storage/objects.ts'
import { pictureAddress, pictureKey, pictureType } from '@tba/runtime/storage/pictures.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { isOpenToCustomer, type Reads } from '../reads/open-session.ts'

const mine = z.object({ isMine: z.boolean() })

/** The caller's own picture, and only the one that their profile shows now. */
export function pictureRoute(app: App, { one, onRequest }: Reads, objects: Objects) {
  const params = z.object({ pictureId: z.uuid() })
  const schema = operation('accounts', 'L’immagine del proprio profilo', {
    params,
    response: {
      200: sentAs({ [pictureType]: bytes }),
      304: z.undefined().describe('Quella che il browser ha già'),
      404: failure,
    },
  })

  app.get('/api/objects/pictures/:pictureId', { schema, onRequest }, async (request, reply) => {
    const customer = customerOf(request)
    const { pictureId } = request.params
    const { isMine } = await one(sql.prepared('picture', mine)`
      select u."profileImageUrl" is not distinct from ${pictureAddress(pictureId)} as "isMine"
      from read.sessions s
      join read.users u on u."accountId" = s."accountId"
      where ${isOpenToCustomer(customer)}`)
    // The id is the ETag, because a picture never changes under its id. Each request needs an open session.
    const etag = `"${pictureId}"`
    const kept = { etag, 'cache-control': 'private, no-cache' }
    if (isMine && request.headers['if-none-match'] === etag)
      return reply.code(304).headers(kept).send(undefined)
    // A storage that does not answer must not delay other requests.
    request.releaseSlot?.()
    const picture = isMine ? await objects.get(pictureKey({ accountId: customer.sub, pictureId })) : null
    if (!picture) throw new HttpFailure(404, 'Immagine non trovata')
    return reply.headers(kept).type(pictureType).send(picture)
  })
}
