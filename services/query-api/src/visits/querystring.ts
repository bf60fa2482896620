import { momentMs } from '@tba/events/moment.ts'
import { visitDevice } from '@tba/events/visits/views.ts'
import { z } from 'zod'
import { keyset } from '../keyset.ts'

const text = (message: string) => z.string(message).trim().min(1, message).max(2_048, message)

/** What the list of visits is filtered by. */
export const visitsQuery = z.strictObject({
  ...keyset,
  from: momentMs('Data di inizio non valida').optional(),
  to: momentMs('Data di fine non valida').optional(),
  page: text('Pagina non valida').optional().describe('Un indirizzo, o solo il suo percorso'),
  referrer: text('Provenienza non valida').optional().describe('Il sito da cui la visita è arrivata'),
  device: visitDevice.optional(),
  converted: z
    .enum(['true', 'false'], 'Sì o no')
    .transform(said => said === 'true')
    .optional(),
  bots: z
    .enum(['true', 'false', 'only'], 'true, false oppure only')
    .default('true')
    .describe('true (anche senza dirlo): anche i robot, segnalati; false: senza i robot; only: solo i robot'),
})
export type VisitsQuery = z.output<typeof visitsQuery>
