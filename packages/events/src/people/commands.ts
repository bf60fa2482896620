import { z } from 'zod'

/** Erasing somebody can't be undone, so their address or their name is typed again. */
export const erasePerson = z.strictObject({
  confirmation: z
    .string('Scrivi l’email o il nome per confermare')
    .trim()
    .min(1, 'Scrivi l’email o il nome per confermare')
    .max(600, 'Conferma troppo lunga'),
})

/** Letter case and the number of spaces are nobody's proof. */
const plain = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

/** Whether what was typed is one of these: an address, a name. */
export function confirms(typed: string, values: readonly (string | null)[]): boolean {
  const said = plain(typed)
  return said !== '' && values.some(value => value !== null && plain(value) === said)
}
