import { stored } from '../shell/stored.ts'

export type Consent = 'all' | 'none'
type Stored = { choice: Consent; at: number; told: boolean }

const kept = stored('localStorage', 'consent')
const sixMonthsMs = 182 * 24 * 3600 * 1000

/** The visitor's choice of the last six months, and whether the server was told; null where they are to be asked. */
export function storedConsent(): Stored | null {
  const choice = kept.json() as Stored | null
  return choice && Date.now() - choice.at < sixMonthsMs ? choice : null
}

export const storeConsent = (choice: Stored) => kept.set(JSON.stringify(choice))

export const hasConsent = () => storedConsent()?.choice === 'all'
