import { z } from 'zod'
import { eventType } from '../fields.ts'
import { funnelDefinition } from '../funnels/definition.ts'
import { moment } from '../moment.ts'
import { emptyPeriod, isPeriod } from '../period.ts'

const type = eventType('Tipo di evento non valido')
const visit = z
  .string('Visita non valida')
  .trim()
  .regex(/^[^\0]{1,200}$/, 'Visita non valida')

const isAbsent = (value: unknown) => value === undefined
const distinct = (values: string[]) => [...new Set(values)]

/** The filter of a replay. `[from, to)` by the log's clock. */
const replayBounds = {
  from: moment('Data di inizio non valida').optional(),
  to: moment('Data di fine non valida').optional(),
  types: z.array(type, 'Tipi non validi').max(100, 'Al massimo 100 tipi').transform(distinct).optional(),
  visits: z
    .array(visit, 'Visite non valide')
    .max(500, 'Al massimo 500 visite')
    .transform(distinct)
    .optional(),
}

const replayMode = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('stream') }),
    z.strictObject({ kind: z.literal('funnel'), definition: funnelDefinition }),
    z.strictObject({
      kind: z.literal('projection'),
      projection: z.string('Proiezione non valida').regex(/^.{1,100}$/, 'Proiezione non valida'),
    }),
  ],
  { error: ({ input }) => (input === undefined ? 'Modalità richiesta' : 'Modalità non valida') },
)

/** POST /api/admin/replays. A projection needs the whole log, so it takes no filter. */
export const requestReplay = z
  .strictObject({ ...replayBounds, mode: replayMode })
  .refine(isPeriod, emptyPeriod)
  .refine(({ mode, ...bounds }) => mode.kind !== 'projection' || Object.values(bounds).every(isAbsent), {
    message: 'Una proiezione si rigioca tutta: senza periodo, tipi e visite',
    path: ['mode'],
  })
export type RequestReplay = z.infer<typeof requestReplay>
