import { z } from 'zod'

/** A typed number as rules see it: without invisible marks, with plain digits, blanks and hyphens. */
export const plainPhone = (typed: string) =>
  typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .trim()

/** What a rule does not count is limited too. */
const maxTyped = 200

/** Keeps what was typed; the rule sees the plain number. */
export const typedPhone = (isValid: (plain: string) => boolean, message: string) =>
  z
    .string(message)
    .trim()
    .max(maxTyped, message)
    .refine(typed => isValid(plainPhone(typed)), message)

/** A number with the chosen dial code, unless it was typed with one. */
export function withDialCode({ phone, countryCode }: { phone: string | null; countryCode: string | null }) {
  if (phone === null || /^(?:\+|00)/.test(plainPhone(phone))) return phone
  return [countryCode, phone].filter(Boolean).join(' ')
}
