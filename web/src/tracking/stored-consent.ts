export type Consent = 'all' | 'none'
type Stored = { choice: Consent; at: number; told: boolean }

const key = 'consent'
const sixMonthsMs = 182 * 24 * 3600 * 1000
let withoutStorage: Stored | null = null

function read(): Stored | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    // Storage is blocked, or holds something else: the choice lasts as long as the page.
    return withoutStorage
  }
}

/** The visitor's choice of the last six months, and whether the server was told; null where they are to be asked. */
export function storedConsent(): Stored | null {
  const stored = read()
  return stored && Date.now() - stored.at < sixMonthsMs ? stored : null
}

export function storeConsent(stored: Stored) {
  withoutStorage = stored
  try {
    localStorage.setItem(key, JSON.stringify(stored))
  } catch {
    // As above.
  }
}

export const hasConsent = () => storedConsent()?.choice === 'all'
