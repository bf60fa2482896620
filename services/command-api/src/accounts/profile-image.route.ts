import { setProfileImage as body } from '@tba/events/accounts/profile.ts'
import { type App, repeatable } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { pictureKey } from '@tba/runtime/storage/pictures.ts'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { withFixedAnswer } from '../idempotency.ts'
import { accountCommand, registeredAccount } from './account-command.ts'

export function profileImageRoute(app: App, deps: Deps) {
  const answer = z.object({ profileImageUrl: z.string() })
  const schema = {
    ...repeatable,
    tags: ['accounts'],
    summary: 'Sceglie l’immagine del profilo tra quelle caricate',
    body,
    response: { 200: answer },
  }

  app.put('/api/user/profile-image', { schema, onRequest: deps.signedIn }, (request, reply) => {
    const { sub } = customerOf(request)
    const pictureId = uploadedId(request.body.imageUrl, request.host)
    const imageUrl = `/api/objects/pictures/${pictureId}`
    const change = withFixedAnswer(200, { profileImageUrl: imageUrl }, async () => {
      if (!pictureId || !(await deps.tickets.wasUsedBy(sub, pictureId))) {
        throw new HttpFailure(400, 'Questa immagine non è stata caricata da te')
      }
      const before = (await registeredAccount(deps.log, sub))?.imageUrl?.split('/').at(-1)
      const changed = await accountCommand(deps, request, { type: 'ChangeProfileImage', imageUrl })
      if (before && before !== pictureId) {
        const old = { accountId: sub, pictureId: before }
        // Readers wait for the change, so none asks for the old one any more, and it cannot be chosen again.
        await deps.tickets.retire(old)
        await deps.objects.remove(pictureKey(old)).then(
          () => deps.tickets.forget(before),
          err => request.log.warn({ err }, 'a replaced picture goes within two hours'),
        )
      }
      return changed
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
