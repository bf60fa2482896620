import { textStorage } from './storage.ts'

/** A random UUID. `crypto.randomUUID` needs https, which a test from a phone on a local network does not have. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const [version = 0, variant = 0] = [bytes[6], bytes[8]]
  bytes[6] = (version & 0x0f) | 0x40
  bytes[8] = (variant & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const storage = textStorage('sessionStorage', 'session_id')

/** The id of this tab's visit. It is random, because who knows an id could claim the visit. */
export function visitId(): string {
  const known = storage.get()
  if (known) return known
  const id = `session_${Date.now()}_${newUuid().replaceAll('-', '')}`
  storage.set(id)
  return id
}

/** A request so long after a click is not caused by it. */
const clickMs = 5_000
let click = { id: '', at: 0 }

/** From now on, requests belong to a new click. */
export function startClick() {
  click = { id: newUuid(), at: performance.now() }
}

/** The id of the click that causes a request now; empty without one. */
export const clickId = () => (performance.now() - click.at < clickMs ? click.id : '')
