import { idOf, streams } from '@tba/events/streams.ts'
import { resetToken } from '@tba/runtime/reset-token.ts'
import type { EventOf } from '../engine/projection.ts'
import { resetLetter } from '../mail/reset.letter.ts'
import type { PromiseDeps } from './promises.ts'
import { addressOf, customerOf } from './who.ts'

type Deps = Pick<PromiseDeps, 'log' | 'mailer' | 'secrets' | 'publicUrl' | 'brand'>

/** Nobody hears of it where the address is nobody's, or the link is worth nothing any more. */
export async function sendResetLetter(deps: Deps, event: EventOf<'PasswordResetRequested'>): Promise<void> {
  const { log, mailer, secrets, publicUrl, brand } = deps
  const { resetId, expiresAt } = event.data
  const { heldBy, openResetIds } = await addressOf(log, event.stream)
  if (!heldBy || !openResetIds.includes(resetId) || Date.parse(expiresAt) <= Date.now()) return
  const customer = await customerOf(log, streams.account(heldBy))
  if (!customer?.email || customer.erasedBy) return

  const token = resetToken(secrets.upload, { emailHash: idOf(event.stream), resetId })
  // Behind the #, so that neither a server's log nor a referrer ever has it.
  const link = `${publicUrl}/reset-password#token=${token}`
  const { email: to, firstName } = customer
  await mailer.send(event.id, resetLetter({ to, firstName, link, expiresAt, brand }))
  // Erased while the letter was written: whoever cleans up may have looked for it too early.
  const now = await customerOf(log, streams.account(heldBy))
  if (now?.erasedBy) await mailer.forget([event.id])
}
