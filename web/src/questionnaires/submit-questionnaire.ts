import useSWRMutation from 'swr/mutation'
import { command } from '../api/http.ts'
import type { Answers } from './answers.ts'
import { type ContactMethod, callLink, whatsappLink } from './contact.ts'

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

/**
 * Opens an empty tab during the click, since the browser blocks one that is opened after an await; it gets its URL once
 * the answers are saved.
 */
function openWhatsappTab() {
  const tab = window.open('', '_blank')
  // The other site must not get access to this page.
  if (tab) tab.opener = null
  return {
    goTo(address: string) {
      if (tab) tab.location.href = address
    },
    close: () => tab?.close(),
  }
}
