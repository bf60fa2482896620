import { readFileSync } from 'node:fs'
import { brandName } from '@tba/events/brand.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'

/**
 * One a line: the 3,000 commonest that the rules for customers allow (6 characters), then the common ones that those of the
 * console allow too (12). From `passwords.json` of @zxcvbn-ts/language-common 3.0.4 (MIT, Dan Wheeler, Dropbox and zxcvbn-ts).
 */
const list = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
const common = new Set(list.trimEnd().split('\n'))

/** Shorter names are parts of ordinary words. */
const minNameLength = 4

/** A password that somebody chooses: of the person with this address, as this field of the body. */
export type NewPassword = { password: string; email: string | null; field?: 'newPassword' }

/** A password that an attacker tries first. Never asked at sign-in. @throws {HttpFailure} 400 */
export function refuseEasy({ password, email, field }: NewPassword): void {
  const message = reasonAgainst(password, email ?? '')
  if (message) throw new HttpFailure(400, message, { issues: [{ path: field ?? 'password', message }] })
}

function reasonAgainst(password: string, email: string): string | null {
  if (common.has(password.normalize('NFKC').toLowerCase()))
    return 'Questa password è tra le più usate: scegline un’altra'
  const [plain, name, brand] = [password, nameIn(email), brandName.split(' ', 1)[0] ?? ''].map(lettersOf)
  if (name && plain?.includes(name)) return 'La password non può contenere il nome del tuo indirizzo e-mail'
  if (brand && plain?.includes(brand)) return 'La password non può contenere il nome del sito'
  return null
}

/** What stands before the sign +, which many use to sort their letters. */
const nameIn = (email: string) => /^[^@+]*/.exec(email)?.[0] ?? ''

/** `Mario.Rossi` and `mariorossi` are one name. Empty if it is short. */
function lettersOf(text: string): string {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return letters.length < minNameLength ? '' : letters
}
