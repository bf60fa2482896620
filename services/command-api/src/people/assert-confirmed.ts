import { confirms } from '@tba/events/people/commands.ts'
import { HttpFailure } from '@tba/runtime/http/failure.ts'

/** @param values of today: an address or a name that was changed meanwhile confirms nothing. @throws {HttpFailure} 400 */
export function assertConfirmed(typed: string, values: readonly (string | null)[]): void {
  if (confirms(typed, values)) return
  throw new HttpFailure(400, 'La conferma non corrisponde: scrivi l’email o il nome di chi vuoi cancellare')
}
