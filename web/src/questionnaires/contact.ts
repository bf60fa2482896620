import type { SubmitQuestionnaire } from '@tba/events/questionnaires/commands.ts'
import useSWRMutation from 'swr/mutation'
import { command } from '../api/http.ts'
import { brand } from '../content/brand.ts'
import { defaultDialCode, dialCodes } from '../content/dial-codes.ts'
import type { Answers } from './questions.ts'

export type ContactMethod = SubmitQuestionnaire['contactMethod']

export const submitLabel: Record<ContactMethod, string> = {
  whatsapp: 'Completa e Apri WhatsApp',
  call: 'Completa e Chiama',
  demo: 'Prenota Demo Gratuita',
}

const isMethod = (text: string): text is ContactMethod => Object.hasOwn(submitLabel, text)

// A raw `+39` in an address arrives as ' 39'.
function parseDialCode(text: string) {
  const code = `+${text.replace(/\D/g, '')}`
  return dialCodes.some(known => known.code === code) ? code : defaultDialCode
}

/** What the address `/questionnaire?method&phone&country` says before the first answer. */
export function prefill(query: URLSearchParams): { method: ContactMethod; given: Partial<Answers> } {
  const method = query.get('method') ?? ''
  const [phone, country] = [query.get('phone')?.trim(), query.get('country')]
  return {
    method: isMethod(method) ? method : 'whatsapp',
    given: { ...(phone && { phoneNumber: phone }), ...(country && { countryCode: parseDialCode(country) }) },
  }
}

export const callLink = `tel:${brand.supportPhone.replace(/[^+\d]/g, '')}`

export function whatsappLink({ name }: Answers) {
  const message =
    `Ciao! Sono ${name.trim()} e ho appena completato il questionario su ${brand.name}. ` +
    'Vorrei maggiori informazioni sul trading automatico.'
  return `https://wa.me/${brand.whatsappNumber}?text=${encodeURIComponent(message)}`
}

const maxAddressLength = 2048

/** Saves the answers, then opens the chosen contact; false if they could not be saved. */
export function useSubmitQuestionnaire(method: ContactMethod) {
  const { trigger, isMutating } = useSWRMutation('/api/questionnaire', (key, { arg }: { arg: Answers }) =>
    command<{ id: string }>('POST', key, {
      ...arg,
      contactMethod: method,
      source: location.href.slice(0, maxAddressLength),
    }),
  )

  async function submit(answers: Answers) {
    // Opened during the click: the browser blocks a tab that is opened after an await.
    const tab = method === 'whatsapp' ? window.open('', '_blank') : null
    // The other site must not get access to this page.
    if (tab) tab.opener = null
    try {
      await trigger(answers)
    } catch (error) {
      tab?.close()
      console.error('Il questionario non è stato salvato.', error)
      return false
    }
    if (tab) tab.location.href = whatsappLink(answers)
    if (method === 'call') Object.assign(document.createElement('a'), { href: callLink }).click()
    if (method === 'demo') console.log('Demo richiesta.')
    return true
  }

  return { submit, isMutating }
}
