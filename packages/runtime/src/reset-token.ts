import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The link to a new password is made of what the log knows and a signature, so that nothing secret is stored
 * anywhere: not in the log, not in a job. `<e-mail hash>.<reset id>.<signature>`
 */
export type Reset = { emailHash: string; resetId: string }

export function resetToken(key: Uint8Array, { emailHash, resetId }: Reset): string {
  return `${emailHash}.${resetId}.${signature(key, emailHash, resetId)}`
}

/** @returns null where the token was not made here */
export function readResetToken(key: Uint8Array, token: string): Reset | null {
  const [emailHash = '', resetId = '', signed = '', ...rest] = token.split('.')
  if (rest.length > 0) return null
  const expected = Buffer.from(signature(key, emailHash, resetId))
  const given = Buffer.from(signed)
  return given.length === expected.length && timingSafeEqual(given, expected) ? { emailHash, resetId } : null
}

function signature(key: Uint8Array, emailHash: string, resetId: string): string {
  return createHmac('sha256', key).update(`password-reset\n${emailHash}\n${resetId}`).digest('base64url')
}
