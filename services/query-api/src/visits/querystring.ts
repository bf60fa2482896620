import { filteredQuery } from '@tba/events/filters/filter.ts'
import { noSource } from '@tba/events/overview/views.ts'
import { visitDevice } from '@tba/events/visits/views.ts'
import { z } from 'zod'
import { keyset, positionText } from '../console/keyset.ts'
import { period, text, yesOrNo } from '../console/querystring.ts'

/** `(nessuna)`: visits without a value. */
const value = text('Valore non valido', 2_048).optional()

/** In a cursor. The query itself refuses a position of another log. */
export const visitPageEndKey = z.tuple([positionText, z.int32(), z.string()])

/** The filters of the list. */
export const visitsQuery = z.strictObject({
  ...keyset,
  ...period,
  page: text('Pagina non valida', 2_048).optional().describe('Un indirizzo, o solo il suo percorso'),
  referrer: text('Provenienza non valida', 2_048).optional().describe('Il sito da cui la visita è arrivata'),
  device: z.union([visitDevice, z.literal(noSource)], 'Dispositivo non valido').optional(),
  source: value.describe('Come nella panoramica: utm_source, altrimenti il sito di provenienza'),
  viewed: value.describe('Come nella panoramica: il percorso di una pagina vista'),
  campaign: value.describe('utm_campaign della prima pagina che ne nomina una'),
  entry: value.describe('Il percorso della prima pagina vista'),
  exit: value.describe('Il percorso dell’ultima pagina vista'),
  browser: value,
  system: value,
  converted: yesOrNo,
  ...filteredQuery,
  registered: yesOrNo.describe('Come nella panoramica: con una registrazione, o senza'),
  troubled: yesOrNo.describe('true: solo con errori della pagina o azioni rifiutate; false: senza'),
  bots: z
    .enum(['true', 'false', 'only'], 'true, false oppure only')
    .default('false')
    .describe('false (anche senza dirlo): senza i robot; true: anche i robot, segnalati; only: solo i robot'),
})
export type VisitsQuery = Omit<z.output<typeof visitsQuery>, 'cursor'>
