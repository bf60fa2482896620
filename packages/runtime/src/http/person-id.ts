import { z } from 'zod'
import { HttpFailure } from './failure.ts'

/** The address of a call about one person. Any text: what is no id is nobody's. */
export const personParams = z.object({ id: z.string() })

export const unknownPerson = () => new HttpFailure(404, 'Risorsa non trovata')

/** @throws {HttpFailure} 404 */
export function personId({ id }: z.infer<typeof personParams>): string {
  const found = z.uuid().safeParse(id).data
  if (!found) throw unknownPerson()
  return found.toLowerCase()
}
