import type { Phone } from './phone-fields.tsx'

export const demoAddress = '/questionnaire?method=demo'

/** The questionnaire, with the number to call already in it; the dial code's plus is written `%2B`. */
export function questionnaireAddress(method: 'whatsapp' | 'call' | 'demo', { code, number }: Phone) {
  return `/questionnaire?${new URLSearchParams({ method, phone: number.trim(), country: code })}`
}
