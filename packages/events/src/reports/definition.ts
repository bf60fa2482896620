import { z } from 'zod'
import { emailAddress } from '../contact/email-address.ts'
import { filtered, visitFilters } from '../filters/filter.ts'
import { funnelDefinition } from '../funnels/definition.ts'
import { overviewGoals } from '../overview/views.ts'
import { relativePeriods } from '../period.ts'
import { outcomesBy } from '../requests/views.ts'
import { retentionDefinition } from '../retention/definition.ts'
import { trendDefinition } from '../trends/definition.ts'
import { typed, whole } from '../typed.ts'
import { visitDevice } from '../visits/views.ts'
import { letterEvery } from './letter-times.ts'

const period = z.enum(relativePeriods, 'Il periodo di una parte è relativo: oggi, 7d, 30d, lastWeek, month…')
const value = (message: string) => typed(message, 2_048).optional()

/** What `GET /api/admin/overview` counts, of a relative period. */
export const overviewDefinition = z.strictObject({
  period,
  /** The period of the same kind right before. */
  compareTo: z.literal('previous', 'Confronto non valido').optional(),
  page: value('Pagina non valida'),
  source: value('Sorgente non valida'),
  device: visitDevice.optional(),
  filters: visitFilters.optional(),
  segment: filtered.segment,
  registered: z.boolean('Sì o no').optional(),
  goal: z.enum(overviewGoals, 'Obiettivo non valido').optional(),
  bots: z.boolean('Sì o no').optional(),
})
export type OverviewDefinition = z.infer<typeof overviewDefinition>

/** What `GET /api/admin/requests/outcomes` counts, of a relative period. */
export const outcomesDefinition = z.strictObject({ period, by: outcomesBy })
export type OutcomesDefinition = z.infer<typeof outcomesDefinition>

type Dated = { period?: unknown; asOf?: unknown }
const isRelative = ({ period, asOf }: Dated) => period !== undefined && asOf === undefined
const notRelative = { error: 'Una parte ha un periodo relativo, e conta fino a ora', path: ['period'] }

/** A line of text above the part. */
const text = z.string('Testo non valido').trim().max(1_000, 'Al massimo 1.000 caratteri').optional()

const part = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('overview'), definition: overviewDefinition, text }),
    z.strictObject({
      kind: z.literal('funnel'),
      text,
      definition: funnelDefinition.refine(isRelative, notRelative),
    }),
    z.strictObject({
      kind: z.literal('trend'),
      text,
      definition: trendDefinition.refine(isRelative, notRelative),
    }),
    z.strictObject({
      kind: z.literal('retention'),
      text,
      definition: retentionDefinition.refine(isRelative, notRelative),
    }),
    z.strictObject({ kind: z.literal('outcomes'), definition: outcomesDefinition, text }),
  ],
  'Parte non valida',
)
export type ReportPart = z.infer<typeof part>

const parts = z
  .array(part, 'Parti richieste')
  .min(1, 'Un report ha almeno una parte')
  .max(12, 'Al massimo dodici parti')

/** POST /api/admin/reports: parts of the console in an order. */
export const saveReport = z.strictObject({
  title: typed('Titolo richiesto', 80, 'Al massimo 80 caratteri'),
  parts,
})
export type SaveReport = z.infer<typeof saveReport>

const dayBounds = 'Un link vale da 1 a 365 giorni'
/** POST /api/admin/reports/{id}/links. */
export const linkReport = z.strictObject({
  days: whole(dayBounds, 1, 365).default(90),
})

/** POST /api/reports/open. Any text is a token that opens nothing. */
export const openReport = z.strictObject({ token: z.string('Link richiesto').max(200, 'Link non valido') })

const hourBounds = 'L’ora è un numero intero da 0 a 23'
/** POST /api/admin/reports/{id}/letters. */
export const orderLetters = z.strictObject({
  every: z.enum(letterEvery, 'Ogni giorno, settimana o mese'),
  /** Of Rome's clock; weekly on Monday, monthly on the first. */
  hour: whole(hourBounds, 0, 23),
  to: z
    .array(emailAddress(), 'Destinatari richiesti')
    .min(1, 'Serve almeno un destinatario')
    .max(20, 'Al massimo venti destinatari'),
})
export type OrderLetters = z.infer<typeof orderLetters>

/** In a letter to the recipient. Any text is a token that does nothing. */
export const letterToken = z.strictObject({ token: z.string('Link richiesto').max(500, 'Link non valido') })
