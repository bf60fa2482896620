import { type Filtered, filteredQuery } from '@tba/events/filters/filter.ts'
import { wordsOf } from '@tba/events/history/words.ts'
import { findShape } from '@tba/events/registry.ts'
import { interactionTypeOf } from '@tba/events/tracking/interaction-type.ts'
import { z } from 'zod'
import { positionText } from '../console/keyset.ts'
import { period, text } from '../console/querystring.ts'
import type { CopyFilter } from './conditions.ts'

const type = z.string().refine(name => findShape(name) !== null || interactionTypeOf(name) !== null)

/** The filters of the history. */
export const filters = {
  type: z
    .union([type.transform(one => [one]), z.array(type).max(100)], 'Tipo di evento sconosciuto')
    .default([]),
  stream: text('Flusso non valido').optional(),
  visit: text('Visita non valida').optional(),
  actor: text('Autore non valido').optional(),
  correlation: text('Richiesta non valida').optional(),
  q: text('Parole non valide')
    .transform(wordsOf)
    .refine(words => words.length > 0 && words.length <= 10, 'Al massimo 10 parole')
    .optional(),
  ...period,
}

/** Of a question to the copy also those about visits. */
export const copyFilters = { ...filters, ...filteredQuery }

/** A star at the end of a stream name matches any rest. */
export const filterOf = ({
  type: types,
  q: words = [],
  stream,
  ...query
}: z.output<z.ZodObject<typeof filters>> & Filtered): CopyFilter => ({
  ...query,
  types,
  words,
  ...(stream?.endsWith('*') ? { streamPrefix: stream.slice(0, -1) } : { stream }),
})

/** In a cursor of events. The query itself refuses a position of another log. */
export const pageEndKey = z.tuple([positionText, z.int32()])
