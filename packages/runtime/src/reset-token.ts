import { isSigned, ticketSignature } from './ticket-signature.ts'

/** What the log knows and a signature: no secret is stored in the log or a job. `<e-mail hash>.<reset id>.<signature>` */
export type Reset = { emailHash: string; resetId: string }

export function resetToken(key: Uint8Array, { emailHash, resetId }: Reset): string {
  return `${emailHash}.${resetId}.${ticketSignature(key, 'password-reset', emailHash, resetId)}`
}

/** @returns null where the token is forged or malformed */
export function readResetToken(key: Uint8Array, token: string): Reset | null {
  const [emailHash = '', resetId = '', signed = '', ...rest] = token.split('.')
  if (rest.length > 0) return null
  const expected = ticketSignature(key, 'password-reset', emailHash, resetId)
  return isSigned(signed, expected) ? { emailHash, resetId } : null
}
