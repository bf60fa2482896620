import { isSigned, ticketSignature } from './ticket-signature.ts'

/**
 * The token of a link in a letter consists of what the log knows and a signature, so that no secret has to be stored in
 * the log or in a job. `<holder>.<id>.<signature>`
 */
type Link = {
  /** Whose it is: the e-mail hash of a customer's, the id of an account of the console. */
  holder: string
  /** Which one, of theirs. */
  id: string
}
type Purpose = 'password-reset' | 'admin-invitation'

export function linkToken(key: Uint8Array, purpose: Purpose, { holder, id }: Link): string {
  return `${holder}.${id}.${ticketSignature(key, purpose, holder, id)}`
}

/** @returns null where the token is forged or malformed, or of another purpose */
export function readLinkToken(key: Uint8Array, purpose: Purpose, token: string): Link | null {
  const [holder = '', id = '', signed = '', ...rest] = token.split('.')
  if (rest.length > 0) return null
  return isSigned(signed, ticketSignature(key, purpose, holder, id)) ? { holder, id } : null
}
