import { isSigned, ticketSignature } from './ticket-signature.ts'

/**
 * The link to a new password is made of what the log knows and a signature, so that nothing secret is stored
 * anywhere: not in the log, not in a job. `<e-mail hash>.<reset id>.<signature>`
 */
export type Reset = { emailHash: string; resetId: string }

export function resetToken(key: Uint8Array, { emailHash, resetId }: Reset): string {
  return `${emailHash}.${resetId}.${ticketSignature(key, 'password-reset', emailHash, resetId)}`
}

/** @returns null where the token was not made here */
export function readResetToken(key: Uint8Array, token: string): Reset | null {
  const [emailHash = '', resetId = '', signed = '', ...rest] = token.split('.')
  if (rest.length > 0) return null
  const expected = ticketSignature(key, 'password-reset', emailHash, resetId)
  return isSigned(signed, expected) ? { emailHash, resetId } : null
}
