import { momentMs } from '@tba/events/moment.ts'
import { z } from 'zod'

/** Fields that several calls of the console take in their query. */

export const text = (message: string, max = 300) => z.string(message).trim().min(1, message).max(max, message)
export const yesOrNo = z
  .enum(['true', 'false'], 'Sì o no')
  .transform(choice => choice === 'true')
  .optional()

/** An absent bound means no limit. */
export const period = {
  from: momentMs('Data di inizio non valida').optional(),
  to: momentMs('Data di fine non valida').optional(),
}
