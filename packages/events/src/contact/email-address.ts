import { z } from 'zod'

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
/** What browsers take in `type=email`, with a dot in the domain. Source: the HTML standard, "valid email address". */
const shape = new RegExp(`^[\\w.!#$%&'*+/=?^\`{|}~-]+@${label}(?:\\.${label})+$`, 'i')

/** These are no part of a domain: URL would read them as one. */
const noDomain = /[\s/?#:@\\%[\]]/
const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text)

/** The address with a Unicode domain as punycode, as browsers do it: `anna@bücher.de` is `anna@xn--bcher-kva.de`. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (at === 0 || isAscii(domain) || noDomain.test(domain)) return address
  try {
    return address.slice(0, at) + new URL(`http://${domain}`).hostname
  } catch {
    return address
  }
}

const checked = (message: string, isValid: (address: string) => boolean) =>
  z
    .string(message)
    .trim()
    .max(255, { error: 'Email troppo lunga', abort: true })
    .overwrite(withAsciiDomain)
    .max(255, { error: 'Email troppo lunga', abort: true })
    .refine(isValid, message)
    .meta({ format: 'idn-email' })

const invalid = 'Inserisci un indirizzo email valido'

export const emailAddress = (message = invalid) => checked(message, address => shape.test(address))

/** Of an account. Some were registered by an earlier rule, which took longer labels and hyphens at their end. */
export const knownEmailAddress = checked(
  invalid,
  address => shape.test(address) || z.regexes.email.test(address),
)
