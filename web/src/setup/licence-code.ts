import { useState } from 'react'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

export function newLicenceCode() {
  const bytes = crypto.getRandomValues(new Uint8Array(10))
  return `TBA-${Array.from(bytes, byte => alphabet[byte % alphabet.length]).join('')}`
}

/** The stored code; where there is none, a new one that stays the same while the screen does. */
export function useLicenceCode(stored: string | null) {
  const [fresh] = useState(newLicenceCode)
  return stored ?? fresh
}
