import { stored } from './stored.ts'
import { newUuid } from './uuid.ts'

const kept = stored('sessionStorage', 'session_id')

/** With 122 random bits: who guesses an id could claim the visit as their own. */
const newId = () => `session_${Date.now()}_${newUuid().replaceAll('-', '')}`

/** The id of this tab's visit, the same until the tab is closed. */
export function visitId(): string {
  const known = kept.get()
  if (known) return known
  const id = newId()
  kept.set(id)
  return id
}
