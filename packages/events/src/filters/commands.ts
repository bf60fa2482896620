import { z } from 'zod'
import { filters } from './filter.ts'

/** POST /api/admin/segments, PUT /api/admin/segments/:id. */
export const saveSegment = z.strictObject({
  name: z.string('Nome richiesto').trim().min(1, 'Nome richiesto').max(80, 'Al massimo 80 caratteri'),
  filters: filters.min(1, 'Serve almeno un filtro'),
})
