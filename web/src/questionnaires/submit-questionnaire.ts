import useSWRMutation from 'swr/mutation'
import { command } from '../shell/http.ts'
import type { Answers } from './answers.ts'
import { type ContactMethod, callLink, whatsappLink } from './contact.ts'
import { openWhatsappTab } from './whatsapp-tab.ts'

const longestAddress = 2048

const bodyOf = (answers: Answers, contactMethod: ContactMethod) => ({
  ...answers,
  contactMethod,
  source: window.location.href.slice(0, longestAddress),
})

function call() {
  const link = document.createElement('a')
  link.href = callLink
  link.click()
}

/** Saves the answers, then opens the chosen way of contact; false where they could not be saved. */
export function useSubmitQuestionnaire(method: ContactMethod) {
  const { trigger, isMutating } = useSWRMutation('/api/questionnaire', (key, { arg }: { arg: Answers }) =>
    command<{ id: string }>('POST', key, bodyOf(arg, method)),
  )

  async function submit(answers: Answers) {
    const tab = method === 'whatsapp' ? openWhatsappTab() : null
    try {
      await trigger(answers)
    } catch (error) {
      tab?.close()
      console.error('Il questionario non è stato salvato.', error)
      return false
    }
    tab?.goTo(whatsappLink(answers))
    if (method === 'call') call()
    if (method === 'demo') console.log('Demo richiesta.')
    return true
  }

  return { submit, isMutating }
}
