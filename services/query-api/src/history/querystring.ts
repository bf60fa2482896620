import type { Position } from '@tba/event-store/port.ts'
import { isPosition } from '@tba/event-store/position.ts'
import type { EventFilter } from '@tba/events/history/filter.ts'
import { wordsOf } from '@tba/events/history/words.ts'
import { findShape } from '@tba/events/registry.ts'
import { interactionTypeOf } from '@tba/events/tracking/interaction-type.ts'
import { z } from 'zod'
import { cursorOf, keyIn } from '../keyset.ts'
import { period, text } from '../querystring.ts'
import type { PageEnd } from './find-events.ts'

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

/** A star at the end of a stream name matches any rest. */
export const filterOf = ({
  type: types,
  q: words = [],
  stream,
  ...query
}: z.output<z.ZodObject<typeof filters>>): EventFilter => ({
  ...{ ...query, types, words },
  ...(stream?.endsWith('*') ? { streamPrefix: stream.slice(0, -1) } : { stream }),
})

const pageEndKey = z.tuple([z.string().refine(isPosition), z.int32()])

/** @throws {HttpFailure} 400 for an invalid cursor. The query itself refuses a cursor of another log */
export function pageEndIn(cursor: string | undefined): PageEnd | null {
  const key = keyIn(cursor, pageEndKey)
  return key && { position: key[0] as Position, seq: key[1] }
}

export const pageEndCursor = (end: PageEnd | null): string | null => end && cursorOf([end.position, end.seq])
