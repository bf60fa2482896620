import { z } from 'zod'
import { filteredQuery } from '../filters/filter.ts'
import { savedName, typed } from '../typed.ts'
import { visitFilters } from './events.ts'

const text = (message: string) => typed(message, 300)

/** A text that is such JSON, kept as it is. */
const json = (schema: z.ZodType) =>
  z
    .string('Filtri non validi')
    .refine(text => schema.safeParse(text).success, 'Filtri non validi')
    .optional()

const moment = z
  .string('Data non valida')
  .max(40, 'Data non valida')
  .refine(date => /^\d{4}-/.test(date) && !Number.isNaN(Date.parse(date)), 'Data non valida')

/** The filters of a view: exactly the parameters of the page's call. */
export const viewFilters = z.strictObject({
  screen: z.enum(['overview', 'visits'], 'Pagina non valida').optional(),
  ...visitFilters(text('Filtro non valido')),
  filters: json(filteredQuery.filters),
  segment: json(filteredQuery.segment),
  type: z
    .union([text('Tipo non valido').transform(type => [type]), z.array(text('Tipo non valido')).max(100)])
    .transform(types => [...new Set(types)].sort())
    .optional(),
  stream: text('Flusso non valido').optional(),
  visit: text('Visita non valida').optional(),
  actor: text('Autore non valido').optional(),
  correlation: text('Richiesta non valida').optional(),
  q: text('Parole non valide').optional(),
  from: moment.optional(),
  to: moment.optional(),
  order: z.enum(['desc', 'asc'], 'Ordine non valido').optional(),
})
export type ViewFilters = z.infer<typeof viewFilters>

/** POST /api/admin/views, PUT /api/admin/views/:id. */
export const saveView = z.strictObject({ name: savedName, filters: viewFilters })
export type SaveView = z.infer<typeof saveView>
