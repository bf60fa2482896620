import { createHmac } from 'node:crypto'
import { categoryOf, idOf } from '@tba/events/streams.ts'

/** The keyed hash (hex) of an address; it names a stream. With another key no address would be found. */
export function emailHash(key: Uint8Array, email: string): string {
  return createHmac('sha256', key).update(email.trim().toLowerCase()).digest('hex')
}

/** A UUID (version 8, RFC 9562) from a hash of at least 32 hex digits. The same hash gives the same id. */
export function uuidFromHash(hex: string): string {
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  const [first, second, third] = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`]
  return `${first}-${second}-${third}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The id of the person under an address, by its keyed hash; null: a damaged event names none. */
export const personIdOf = (hash: unknown): string | null =>
  typeof hash === 'string' && /^[0-9a-f]{32,}$/.test(hash) ? uuidFromHash(hash) : null

type Naming = { stream: string; data: { emailHash?: unknown } | null }

/** The keyed hash that an event names: of the address that its stream is about, or that a form was sent with. */
export const personHashOf = ({ stream, data }: Naming): unknown =>
  categoryOf(stream) === 'email' ? idOf(stream) : data?.emailHash
