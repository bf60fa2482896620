import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { command } from '../api/http.ts'
import { textStorage } from '../api/storage.ts'

export type Consent = 'all' | 'none'
type StoredConsent = { choice: Consent; at: number; isSent: boolean }

const storage = textStorage('localStorage', 'consent')
const sixMonthsMs = 182 * 24 * 3600 * 1000

/** The visitor's choice of the last six months, and whether the server has it; null without one. */
function storedConsent(): StoredConsent | null {
  const choice = storage.json() as StoredConsent | null
  return choice && Date.now() - choice.at < sixMonthsMs ? choice : null
}

export const storeConsent = (choice: StoredConsent) => storage.set(JSON.stringify(choice))

export const hasConsent = () => storedConsent()?.choice === 'all'

/** Null until mounted: the prerendered page knows no storage. `reopened` by the visitor, it takes the focus. */
type Asking = 'no' | 'yes' | 'reopened' | null
const askingAtom = atom<Asking>(null)

export const useAskingConsent = () => useAtomValue(askingAtom)

export function useReopenConsent() {
  const set = useSetAtom(askingAtom)
  return () => set('reopened')
}

async function send(choice: Consent, at: number) {
  try {
    await command('POST', '/api/consent', { choice })
    storeConsent({ choice, at, isSent: true })
  } catch (error) {
    console.error('Scelta sui cookie non ancora registrata', error)
  }
}

/** Shows the banner without a choice of the last six months; sends a choice again that did not reach the server. */
export function useAskConsent() {
  const set = useSetAtom(askingAtom)
  useEffect(() => {
    const stored = storedConsent()
    set(asking => asking ?? (stored ? 'no' : 'yes'))
    if (stored && !stored.isSent) send(stored.choice, stored.at)
  }, [set])
}

export function useChooseConsent() {
  const set = useSetAtom(askingAtom)
  return (choice: Consent) => {
    const at = Date.now()
    storeConsent({ choice, at, isSent: false })
    set('no')
    return send(choice, at)
  }
}
