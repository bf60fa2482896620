import { setProfileImage as body } from '@tba/events/accounts/profile.ts'
import { failure } from '@tba/events/failure.ts'
import { load } from '@tba/runtime/commands/load.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { repeatable } from '@tba/runtime/http/repeatable.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import type { Picture } from '@tba/runtime/storage/pictures.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { withFixedAnswer } from '../idempotency.ts'
import { accountCommand } from './account-command.ts'

export function profileImageRoute(app: App, deps: Deps) {
  const answer = z.object({ profileImageUrl: z.string() })
  const schema = {
    ...repeatable,
    tags: ['accounts'],
    summary: 'Sceglie l’immagine del profilo tra quelle caricate',
    body,
    response: { 200: answer, 400: failure, 401: failure },
  }

  app.put('/api/user/profile-image', { schema, onRequest: deps.signedIn }, async (request, reply) => {
    const { sub } = customerOf(request)
    const pictureId = uploadedId(request.body.imageUrl, request.host)
    const imageUrl = `/api/objects/pictures/${pictureId}`
    const change = withFixedAnswer(200, { profileImageUrl: imageUrl }, async () => {
      if (!pictureId || !(await deps.tickets.wasUsedBy(sub, pictureId))) {
        throw new HttpFailure(400, 'Questa immagine non è stata caricata da te')
      }
      const before = await pictureOf(deps, sub)
      const { position } = await accountCommand(deps, request, { type: 'ChangeProfileImage', imageUrl })
      if (before && before !== pictureId) await forget(deps, { accountId: sub, pictureId: before })
      return position
    })
    return deps.idempotency.once({ request, reply }, change)
  })
}

/** The upload's id in its URL, which may have our host and a query; null for any other URL. */
function uploadedId(address: string, ourHost: string): string | null {
  const shape = /^(?:https?:\/\/([^/?#]+))?\/api\/objects\/uploads\/([0-9a-f-]{36})(?:\?[^#]*)?$/
  const [, host = ourHost, id] = shape.exec(address) ?? []
  if (host !== ourHost) return null
  return z.uuid().safeParse(id).data ?? null
}

/** Removes the old picture: readers wait for the change, so none asks for it any more, and it cannot be chosen again. */
async function forget({ tickets, pictures }: Deps, picture: Picture): Promise<void> {
  await tickets.forget(picture.pictureId)
  await pictures.remove(picture)
}

async function pictureOf({ log }: Deps, accountId: string): Promise<string | null> {
  const { state } = await load(log, 'account', accountId)
  return (state.status === 'registered' && state.imageUrl?.split('/').at(-1)) || null
}
