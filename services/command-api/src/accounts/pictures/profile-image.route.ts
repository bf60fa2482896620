import { setProfileImage } from '@tba/events/accounts/profile.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { pictureAddress, pictureKey } from '@tba/runtime/storage/pictures.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { repeatableCall } from '../../repeatable-call.ts'
import { accountCommand, registeredAccount } from '../account-command.ts'

export function profileImageRoute(app: App, deps: Deps) {
  const given = deps.givenUrl ? [new URL(deps.givenUrl).host] : []
  // A proxy may ask with another Host than the one in the upload's address.
  const ourHosts = (request: FastifyRequest) => [request.host, ...given]
  repeatableCall(app, deps, {
    method: 'PUT',
    url: '/api/user/profile-image',
    onRequest: deps.requireOpenSession,
    tag: 'accounts',
    summary: 'Sceglie l’immagine del profilo tra quelle caricate',
    body: setProfileImage,
    view: z.object({ profileImageUrl: z.string() }),
    async run({ request, body }) {
      const { sub: accountId } = customerOf(request)
      const pictureId = uploadedId(body.imageUrl, ourHosts(request))
      if (!pictureId || !(await deps.tickets.wasUsedBy(accountId, pictureId)))
        throw new HttpFailure(400, 'Questa immagine non è stata caricata da te')
      const before = (await registeredAccount(deps.log, accountId))?.imageUrl?.split('/').at(-1)
      const command = { type: 'ChangeProfileImage', imageUrl: pictureAddress(pictureId) } as const
      const changed = await accountCommand(deps, request, command)
      if (before && before !== pictureId) {
        const old = { accountId, pictureId: before }
        // Readers wait for the change, so none asks for the old one any more, and it cannot be chosen again.
        await deps.tickets.retire(old)
        await deps.objects.remove(pictureKey(old)).then(
          () => deps.tickets.forget(before),
          err => request.log.warn({ err }, 'a replaced picture is deleted within two hours'),
        )
      }
      return changed
    },
    answer: ({ request, body }) => ({
      profileImageUrl: pictureAddress(String(uploadedId(body.imageUrl, ourHosts(request)))),
    }),
  })
}

/** The upload's id in its URL, which may have our host and a query; null for any other URL. */
function uploadedId(address: string, ourHosts: readonly string[]): string | null {
  const shape = /^(?:https?:\/\/([^/?#]+))?\/api\/objects\/uploads\/([0-9a-f-]{36})(?:\?[^#]*)?$/
  const [, host, id] = shape.exec(address) ?? []
  if (host && !ourHosts.includes(host)) return null
  return z.uuid().safeParse(id).data ?? null
}
