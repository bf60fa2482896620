import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { command } from '../shell/http.ts'
import { type Consent, storeConsent, storedConsent } from './stored-consent.ts'

/** Null until mounted: the prerendered page knows no storage. `reopened` by the visitor, it takes the focus. */
type Asking = 'no' | 'yes' | 'reopened' | null
const askingAtom = atom<Asking>(null)

export const useAskingConsent = () => useAtomValue(askingAtom)

export function useReopenConsent() {
  const set = useSetAtom(askingAtom)
  return () => set('reopened')
}

async function tell(choice: Consent, at: number) {
  try {
    await command('POST', '/api/consent', { choice })
    storeConsent({ choice, at, told: true })
  } catch (error) {
    console.error('Scelta sui cookie non ancora registrata', error)
  }
}

/** Asks where no choice was made in the last six months; sends a choice again that did not reach the server. */
export function useAskConsent() {
  const set = useSetAtom(askingAtom)
  useEffect(() => {
    const stored = storedConsent()
    set(asking => asking ?? (stored ? 'no' : 'yes'))
    if (stored && !stored.told) tell(stored.choice, stored.at)
  }, [set])
}

export function useChooseConsent() {
  const set = useSetAtom(askingAtom)
  return (choice: Consent) => {
    const at = Date.now()
    storeConsent({ choice, at, told: false })
    set('no')
    return tell(choice, at)
  }
}
