import { z } from 'zod'
import { withAsciiDomain } from '../contact/email-address.ts'
import { filled, typed } from '../typed.ts'

/** An erasure cannot be undone, so the address or the name must be typed again. */
export const erasePerson = z.strictObject({
  confirmation: typed('Scrivi l’email o il nome per confermare', 600, 'Conferma troppo lunga'),
})

const streamName = filled('Flusso non valido', 200)

/** POST /api/admin/people/{id}/erase: the streams of the chosen parts. */
export const eraseParts = erasePerson.extend({
  parts: z.array(streamName, 'Scegli che cosa cancellare').min(1, 'Scegli che cosa cancellare').max(500),
})

/** POST /api/admin/people/{id}/export: the streams of the chosen parts. */
export const exportPerson = z.strictObject({
  parts: z.array(streamName, 'Scegli che cosa esportare').min(1, 'Scegli che cosa esportare').max(500),
  format: z.enum(['json', 'html'], 'Formato non valido'),
})

const noPerson = 'Persona non valida'
/** POST /api/admin/people/{id}/join, …/part. */
export const joinPersons = z.strictObject({ other: z.uuid(noPerson).toLowerCase() })
export const partPerson = z.strictObject({ stream: streamName })

/** Letter case, the number of spaces and the spelling of a domain do not matter. */
const normalized = (text: string) =>
  withAsciiDomain(text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase())

/** Whether the typed text equals one of these values, an address or a name. */
export function confirms(typed: string, values: readonly (string | null)[]): boolean {
  const confirmation = normalized(typed)
  return confirmation !== '' && values.some(value => value !== null && normalized(value) === confirmation)
}
