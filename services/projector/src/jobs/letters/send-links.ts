import { idOf } from '@tba/events/streams.ts'
import { load } from '@tba/runtime/commands/load.ts'
import { linkToken } from '@tba/runtime/tickets.ts'
import type { EventOf } from '../../engine/projection.ts'
import { invitationLetter, resetLetter, warningLetter } from '../../mail/link.letters.ts'
import type { PolicyDeps } from '../deps.ts'

type Deps = Pick<PolicyDeps, 'log' | 'mailer' | 'secrets' | 'publicUrl' | 'brand'>

/** Sends nothing if the address has no account, or the link is no longer valid. */
export async function sendResetLetter(deps: Deps, event: EventOf<'PasswordResetRequested'>): Promise<void> {
  const { log, mailer, secrets, publicUrl, brand } = deps
  const { resetId, expiresAt } = event.data
  const emailHash = idOf(event.stream)
  const { heldBy, resets } = (await load(log, 'email', emailHash)).state
  const isOpen = resets.some(open => open.resetId === resetId) && Date.parse(expiresAt) > Date.now()
  if (!heldBy || !isOpen) return
  const { state: account } = await load(log, 'account', heldBy)
  if (account.status !== 'registered' || !account.email) return

  const token = linkToken(secrets.tickets, 'password-reset', { holder: emailHash, id: resetId })
  // In the fragment, so that no server log or referrer contains the token.
  const link = `${publicUrl}/reset-password#token=${token}`
  const { email: to, profile } = account
  await mailer.send(event.id, resetLetter({ to, firstName: profile.firstName, link, expiresAt, brand }))
  // Erased meanwhile: the erasure job may have looked for the letter too early.
  const { state: now } = await load(log, 'account', heldBy)
  if (now.status === 'erased') await mailer.forget([event.id])
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
