import type { SubmitQuestionnaire } from '@tba/events/questionnaires/commands.ts'
import { brand } from '../content/brand.ts'
import { defaultDialCode, dialCodes } from '../content/dial-codes.ts'
import { type Answers, noAnswers } from './answers.ts'

export type ContactMethod = SubmitQuestionnaire['contactMethod']

export const submitLabel: Record<ContactMethod, string> = {
  whatsapp: 'Completa e Apri WhatsApp',
  call: 'Completa e Chiama',
  demo: 'Prenota Demo Gratuita',
}

const isMethod = (text: string): text is ContactMethod => Object.hasOwn(submitLabel, text)

// A raw `+39` in an address arrives as ' 39'.
function dialCodeIn(text: string) {
  const code = `+${text.replace(/\D/g, '')}`
  return dialCodes.some(known => known.code === code) ? code : defaultDialCode
}

/** What the address `/questionnaire?method&phone&country` says before the first answer. */
export function prefill(query: URLSearchParams): { method: ContactMethod; answers: Answers } {
  const method = query.get('method') ?? ''
  return {
    method: isMethod(method) ? method : 'whatsapp',
    answers: {
      ...noAnswers,
      phoneNumber: (query.get('phone') ?? '').trim(),
      countryCode: dialCodeIn(query.get('country') ?? defaultDialCode),
    },
  }
}

export const callLink = `tel:${brand.supportPhone.replace(/[^+\d]/g, '')}`

export function whatsappLink({ name }: Answers) {
  const message =
    `Ciao! Sono ${name.trim()} e ho appena completato il questionario su ${brand.name}. ` +
    'Vorrei maggiori informazioni sul trading automatico.'
  return `https://wa.me/${brand.whatsappNumber}?text=${encodeURIComponent(message)}`
}
