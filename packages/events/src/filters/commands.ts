import { z } from 'zod'
import { savedName } from '../typed.ts'
import { filters } from './filter.ts'

/** POST /api/admin/segments, PUT /api/admin/segments/:id. */
export const saveSegment = z.strictObject({
  name: savedName,
  filters: filters.min(1, 'Serve almeno un filtro'),
})
