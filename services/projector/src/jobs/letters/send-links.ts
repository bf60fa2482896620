import { idOf } from '@tba/events/streams.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { linkToken } from '@tba/runtime/tickets.ts'
import type { EventOf } from '../../engine/projection.ts'
import type { Letter } from '../../mail/letter.ts'
import { invitationLetter, proofLetter, resetLetter, warningLetter } from '../../mail/link.letters.ts'
import type { PolicyDeps } from '../deps.ts'

type Deps = Pick<PolicyDeps, 'log' | 'mailer' | 'secrets' | 'publicUrl' | 'brand'>

/** Sends nothing if the address has no account, or the link is no longer valid. */
export async function sendResetLetter(deps: Deps, event: EventOf<'PasswordResetRequested'>): Promise<void> {
  const { log, secrets, publicUrl, brand } = deps
  const { resetId, expiresAt } = event.data
  const emailHash = idOf(event.stream)
  const { heldBy, resets } = (await load(log, 'email', emailHash)).state
  const isOpen = resets.some(open => open.resetId === resetId) && Date.parse(expiresAt) > Date.now()
  if (!heldBy || !isOpen) return
  const token = linkToken(secrets.tickets, 'password-reset', { holder: emailHash, id: resetId })
  // In the fragment, so that no server log or referrer contains the token.
  const link = `${publicUrl}/reset-password#token=${token}`
  const asked = { accountId: heldBy, id: event.id }
  await sendToCustomer(deps, asked, to => resetLetter({ ...to, link, expiresAt, brand }))
}

/** Sends nothing if the link is no longer valid. */
export async function sendProofLetter(deps: Deps, event: EventOf<'AddressProofRequested'>): Promise<void> {
  const { log, secrets, publicUrl, brand } = deps
  const { proofId, expiresAt } = event.data
  const accountId = idOf(event.stream)
  const { state } = await load(log, 'account', accountId)
  const links = state.status === 'registered' ? (state.proofs?.links ?? []) : []
  if (!links.some(open => open.proofId === proofId) || Date.parse(expiresAt) <= Date.now()) return
  const token = linkToken(secrets.tickets, 'address-proof', { holder: accountId, id: proofId })
  const link = `${publicUrl}/profile#token=${token}`
  const asked = { accountId, id: event.id }
  await sendToCustomer(deps, asked, to => proofLetter({ ...to, link, expiresAt, brand }))
}

type Asked = { accountId: string; id: string }
type Addressee = { to: string; firstName: string }

/** Sends nothing if the account was erased. @param id of the event that asked for the letter */
async function sendToCustomer(
  { log, mailer }: Deps,
  { accountId, id }: Asked,
  letterTo: (addressee: Addressee) => Letter,
): Promise<void> {
  const { state: account } = await load(log, 'account', accountId)
  if (account.status !== 'registered' || !account.email) return
  await mailer.send(id, letterTo({ to: account.email, firstName: account.profile.firstName }))
  // Erased meanwhile: the erasure job may have looked for the letter too early.
  const { state: now } = await load(log, 'account', accountId)
  if (now.status === 'erased') await mailer.forget([id])
}

/** To the owner of a console account: somebody knows the password. */
export async function sendWarning(deps: Deps, { id, stream }: EventOf<'AdminWarned'>): Promise<void> {
  const { log, mailer, brand, publicUrl } = deps
  const { state } = await load(log, 'administrators', undefined)
  const to = state[idOf(stream)]?.email
  if (to) await mailer.send(id, warningLetter({ to, brand, link: `${publicUrl}/admin/users` }))
}

/** Sends nothing if the invitation was replaced, accepted or withdrawn. */
export async function sendInvitation(deps: Deps, { id, data }: EventOf<'AdminInvited'>): Promise<void> {
  const { log, mailer, secrets, publicUrl, brand } = deps
  const { adminId, email, role, invitationId, expiresAt } = data
  const { state } = await load(log, 'administrators', undefined)
  if (state[adminId]?.invitation?.invitationId !== invitationId || !email) return
  const token = linkToken(secrets.tickets, 'admin-invitation', { holder: adminId, id: invitationId })
  // In the fragment, so that no server log or referrer contains the token.
  const link = `${publicUrl}/admin/invitation#${token}`
  await mailer.send(id, invitationLetter({ to: email, role, link, expiresAt, brand }))
}
