import { proveAddress } from '@tba/events/accounts/commands.ts'
import type { App } from '@tba/runtime/http/app.ts'
import { customerOf } from '@tba/runtime/http/session.ts'
import { readLinkToken } from '@tba/runtime/tickets.ts'
import type { Deps } from '../deps.ts'
import { repeatableCall } from '../repeatable-call.ts'
import { accountCommand, unusableLink } from './account-command.ts'

/**
 * A customer proves that they read what arrives at the account's address: from then on their file and their erasure also hold
 * what was sent with this address without an account. The link alone proves nothing. Whoever registered a stranger's address
 * must not win by a press of the stranger, so the session of this account has to bring it.
 */
export function addressProofRoutes(app: App, deps: Deps) {
  const shared = { method: 'POST', onRequest: deps.requireOpenSession, tag: 'accounts' } as const

  repeatableCall(app, deps, {
    ...shared,
    url: '/api/user/address-proof',
    status: 202,
    summary: 'Chiede una lettera per confermare il proprio indirizzo',
    async run({ request }, proofId) {
      deps.submissions(request, 1)
      return accountCommand(deps, request, { type: 'RequestAddressProof', proofId, at: new Date() })
    },
  })

  repeatableCall(app, deps, {
    ...shared,
    url: '/api/user/address-proof/confirm',
    body: proveAddress,
    summary: 'Conferma l’indirizzo con il link ricevuto',
    async run({ request, body: { token } }) {
      const link = readLinkToken(deps.secrets.tickets, 'address-proof', token)
      if (link?.holder !== customerOf(request).sub) throw unusableLink()
      return accountCommand(deps, request, { type: 'ProveAddress', proofId: link.id, at: new Date() })
    },
  })
}
