import { z } from 'zod'
import { moment } from '../moment.ts'
import { typed } from '../typed.ts'
import { requestState } from './states.ts'

const text = (missing: string, max: number) =>
  typed(missing, max, `Al massimo ${max.toLocaleString('it-IT')} caratteri`)

/** PATCH /api/admin/requests/{id}. `revision`: of the request that was seen; -1 if nobody has worked it. */
export const changeRequest = z
  .strictObject({
    revision: z.int('Revisione non valida').min(-1, 'Revisione non valida'),
    state: z.enum(requestState.options, 'Stato non valido').optional(),
    reason: text('Scrivi il motivo', 500).optional(),
    owner: z.uuid('Account non valido').toLowerCase().nullable().optional(),
    callAt: moment('Data della chiamata non valida').nullable().optional(),
  })
  .refine(({ state, reason }) => reason === undefined || state === 'lost', {
    path: ['reason'],
    message: 'Un motivo serve solo per una richiesta persa',
  })
export type ChangeRequest = z.input<typeof changeRequest>

/** POST /api/admin/requests/{id}/notes. */
export const noteRequest = z.strictObject({ text: text('Scrivi una nota', 2_000) })

/** How many months lost requests are kept; 0: for ever. */
export const keepMonths = z
  .int('Numero di mesi non valido')
  .min(0, 'Numero di mesi non valido')
  .max(600, 'Al massimo 600 mesi')

/** POST /api/admin/settings/requests. */
export const keepRequests = z.strictObject({ keepMonths })
