import { wordsOf } from '@tba/events/people/words.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { keyset, olderThan } from '../keyset.ts'

/** A filter of a list; an empty one is none. */
export const filter = <Values extends z.ZodType>(values: Values) =>
  z.preprocess(value => (value === '' ? undefined : value), values.optional()).optional()

/** What lists of people take: words of a name or an address, a cursor, a limit. */
export const listed = {
  ...keyset,
  cursor: filter(keyset.cursor.unwrap()),
  q: z.string('Ricerca non valida').max(200, 'Al massimo 200 caratteri').optional(),
}

/** The rows behind a cursor that hold all these words, or their beginnings; newest first they are to be. */
export function sought({ q, cursor }: { q?: string | undefined; cursor?: string | undefined }) {
  const conditions = [olderThan(cursor)]
  const words = wordsOf(q ?? '')
  // Something was sought, in which there is no letter and no digit: nobody has that.
  if (words.length === 0 && q?.trim()) conditions.push(sql.fragment`false`)
  if (words.length > 0) conditions.push(sql.fragment`search @@ ${words.map(lexeme).join(' & ')}::tsquery`)
  return conditions
}

/** Letters and digits alone, so that nothing in it can end the quotes. A whole number may be a customer's too. */
function lexeme(word: string): string {
  return /^\d+$/.test(word) ? `('#${word}' | '${word}':*)` : `'${word}':*`
}
