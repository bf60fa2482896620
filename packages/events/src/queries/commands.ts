import { z } from 'zod'
import { savedName, typed } from '../typed.ts'

const parameter = z.strictObject({
  type: z.enum(['date', 'text', 'number'], 'Tipo non valido'),
  value: z.union([z.string().max(2_048, 'Valore troppo lungo'), z.number()], 'Valore non valido'),
})

export const maxQueryChars = 20_000

/** POST /api/admin/sql: `{{name}}` in the text is a parameter. */
export const sqlQuery = z.strictObject({
  query: typed('Domanda richiesta', maxQueryChars, 'Al massimo 20.000 caratteri'),
  parameters: z.record(z.string().regex(/^\w{1,40}$/, 'Nome non valido'), parameter).optional(),
})

/** POST /api/admin/queries. */
export const saveQuery = sqlQuery.extend({ name: savedName })

/** POST /api/admin/sql/export. */
export const fileFormat = z.enum(['csv', 'parquet'], 'Formato non valido')
