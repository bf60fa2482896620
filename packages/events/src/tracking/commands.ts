import { z } from 'zod'
import { filled } from '../typed.ts'

/** The client's session identifier, which names the visit's stream. */
export const visitId = z.string('Sessione non valida').regex(/^[A-Za-z0-9_-]{1,128}$/, 'Sessione non valida')

export const chooseConsent = z.strictObject({ choice: z.enum(['all', 'none'], 'Scelta non valida') })

const required = (max: number) => filled('Valore richiesto', max, 'Valore troppo lungo')
const optional = (max: number) => z.string('Valore non valido').max(max, 'Valore troppo lungo').nullish()

const value = z.union(
  [z.string().max(200), z.number(), z.boolean(), z.null()],
  'I dati aggiuntivi sono testi, numeri o sì/no, al massimo 200 caratteri',
)
/** Count the names first, so that thousands of values are not validated one by one. */
const additionalData = z
  .unknown()
  .refine(data => typeof data !== 'object' || data === null || Object.keys(data).length <= 10, {
    error: 'Al massimo 10 dati aggiuntivi',
    abort: true,
  })
  .pipe(z.record(z.string().max(200, 'Nome troppo lungo'), value, 'Dati aggiuntivi non validi').nullish())
  .optional()
  .meta({ type: ['object', 'null'], maxProperties: 10 })

const common = {
  sessionId: visitId,
  /** A retry counts once. */
  clientId: z.uuid('Identificativo non valido').optional(),
  page: required(2048),
}

const interaction = {
  ...common,
  eventType: required(100),
  elementId: optional(255),
  elementText: optional(500),
  userAgent: optional(1024),
  referrer: optional(2048),
  additionalData,
}

const analytics = {
  ...common,
  eventName: required(100),
  eventCategory: optional(255),
  eventLabel: optional(255),
  eventValue: z.int('Valore non valido').min(-2147483648).max(2147483647).nullish(),
}

export const trackInteraction = z.strictObject(interaction)
export type TrackInteraction = z.infer<typeof trackInteraction>

export const trackAnalytics = z.strictObject(analytics)
export type TrackAnalytics = z.infer<typeof trackAnalytics>

const clientId = z.uuid('Identificativo non valido')

export const trackBatch = z.strictObject({
  events: z
    .array(
      z.discriminatedUnion(
        'kind',
        [
          z.strictObject({ ...interaction, clientId, kind: z.literal('interaction') }),
          z.strictObject({ ...analytics, clientId, kind: z.literal('analytics') }),
        ],
        'Tipo di evento non valido',
      ),
      'Elenco di eventi richiesto',
    )
    .min(1, 'Nessun evento')
    .max(50, 'Al massimo 50 eventi'),
})
export type TrackBatch = z.infer<typeof trackBatch>
