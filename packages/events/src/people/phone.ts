// Without zod, which pages load late.

/** A typed number as rules see it: without invisible marks, with plain digits, blanks and hyphens. */
export const plainPhone = (typed: string) =>
  typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .trim()

/** A number with the chosen dial code, unless it was typed with one. */
export function withDialCode({ phone, countryCode }: { phone: string | null; countryCode: string | null }) {
  if (phone === null || /^(?:\+|00)/.test(plainPhone(phone))) return phone
  return [countryCode, phone].filter(Boolean).join(' ')
}
