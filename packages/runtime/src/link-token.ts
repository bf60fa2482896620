import { isSigned, ticketSignature } from './ticket-signature.ts'

/**
 * The token of a link in a letter: `<holder>.<id>.<signature>`. It contains what the log knows and a signature, so that
 * no secret has to be stored in the log or in a job.
 */
type Link = {
  /** The owner: a customer's e-mail hash, or the id of a console account. */
  holder: string
  /** The id of this link. */
  id: string
}
type Purpose = 'password-reset' | 'admin-invitation'

export function linkToken(key: Uint8Array, purpose: Purpose, { holder, id }: Link): string {
  return `${holder}.${id}.${ticketSignature(key, purpose, holder, id)}`
}

/** @returns null if the token is forged, malformed, or has another purpose */
export function readLinkToken(key: Uint8Array, purpose: Purpose, token: string): Link | null {
  const [holder = '', id = '', signed = '', ...rest] = token.split('.')
  if (rest.length > 0) return null
  return isSigned(signed, ticketSignature(key, purpose, holder, id)) ? { holder, id } : null
}
