import { newUuid } from './uuid.ts'

const key = 'session_id'
let withoutStorage = ''

/** With 122 random bits: who guesses an id could claim the visit as their own. */
const newId = () => `session_${Date.now()}_${newUuid().replaceAll('-', '')}`

/** The id of this tab's visit, the same until the tab is closed. */
export function visitId(): string {
  try {
    const known = sessionStorage.getItem(key)
    if (known) return known
    const id = newId()
    sessionStorage.setItem(key, id)
    return id
  } catch {
    // Storage is blocked: the visit lasts as long as the page.
    withoutStorage ||= newId()
    return withoutStorage
  }
}
