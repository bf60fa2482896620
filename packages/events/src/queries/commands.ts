import { z } from 'zod'

const parameter = z.strictObject({
  type: z.enum(['date', 'text', 'number'], 'Tipo non valido'),
  value: z.union([z.string().max(2_048, 'Valore troppo lungo'), z.number()], 'Valore non valido'),
})

export const maxQueryChars = 20_000

/** POST /api/admin/sql: `{{name}}` in the text is a parameter. */
export const sqlQuery = z.strictObject({
  query: z
    .string('Domanda richiesta')
    .trim()
    .min(1, 'Domanda richiesta')
    .max(maxQueryChars, 'Al massimo 20.000 caratteri'),
  parameters: z.record(z.string().regex(/^\w{1,40}$/, 'Nome non valido'), parameter).optional(),
})

/** POST /api/admin/queries. */
export const saveQuery = sqlQuery.extend({
  name: z.string('Nome richiesto').trim().min(1, 'Nome richiesto').max(80, 'Al massimo 80 caratteri'),
})

/** POST /api/admin/sql/export. */
export const fileFormat = z.enum(['csv', 'parquet'], 'Formato non valido')
