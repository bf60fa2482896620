import { z } from 'zod'
import { askedPeriod, checkPeriod, type Dated } from '../asked-period.ts'
import { funnelStep } from '../condition.ts'
import { filtered, filterFields, isOfLevel, noPlanOfVisit } from '../filters/filter.ts'
import { asOf, bodyKeyset } from '../funnels/definition.ts'
import { moment } from '../moment.ts'
import { savedName } from '../typed.ts'

export const trendIntervals = ['hour', 'day', 'week', 'month'] as const
export const trendCounts = ['events', 'visits', 'persons'] as const

const shape = {
  series: z
    .array(funnelStep, 'Serie richieste')
    .min(1, 'Serve almeno una serie')
    .max(4, 'Al massimo quattro serie'),
  /** Events, or the visits or persons that have one. */
  count: z.enum(trendCounts, 'Si contano eventi, visite o persone'),
  /** In Europe/Rome. */
  interval: z.enum(trendIntervals, 'Intervallo non valido'),
  ...askedPeriod,
  /** Visits that meet all of them, or persons with such a visit. */
  ...filtered,
  breakdown: z.enum(filterFields, 'Suddivisione non valida').optional(),
  /** Each point counts what came up to its end: a visit or person once, from its first event on. */
  cumulative: z.boolean('Sì o no').optional(),
  /** The first series in percent of the second. */
  ratio: z.boolean('Sì o no').optional(),
  /** Whether visits of robots count. */
  bots: z.boolean('Sì o no').optional(),
  asOf,
}

type Shape = z.output<z.ZodObject<typeof shape>>

/** Rules across fields. */
function checkTogether(definition: Shape, context: z.RefinementCtx): void {
  checkPeriod(definition, context)
  const { ratio, series, count, breakdown, filters } = definition
  const wrong = (issue: { message: string; path: string[] }) => context.addIssue({ code: 'custom', ...issue })
  if (ratio && series.length !== 2) wrong({ path: ['ratio'], message: 'Un rapporto si fa tra due serie' })
  const by = count === 'persons' ? 'person' : 'visit'
  if (!isOfLevel({ by, filters })) wrong({ path: ['filters'], message: noPlanOfVisit })
  if (by === 'visit' && breakdown === 'plan') wrong({ path: ['breakdown'], message: noPlanOfVisit })
}

/** POST /api/admin/trends/run. */
export const trendDefinition = z.strictObject(shape).superRefine(checkTogether)
trendDefinition.register(z.globalRegistry, { id: 'TrendDefinition' })
export type TrendDefinition = z.infer<typeof trendDefinition>
export type DatedTrend = Dated<TrendDefinition>

/** POST /api/admin/trends, PUT /api/admin/trends/:id. */
export const saveTrend = z.strictObject({ name: savedName, ...shape }).superRefine(checkTogether)

const noSeries = 'Serie non valida'
/** POST /api/admin/trends/units: what a point counts. */
export const trendUnits = z
  .strictObject({
    ...shape,
    at: z.strictObject({
      series: z.int(noSeries).min(0, noSeries),
      /** Of the point; absent: the whole period. */
      start: moment('Inizio del punto non valido').optional(),
      /** Of the breakdown: only units with this value. */
      value: z.string('Valore non valido').max(2_048, 'Valore troppo lungo').nullable().optional(),
    }),
    ...bodyKeyset,
  })
  .superRefine(checkTogether)
  .refine(({ at, series }) => at.series < series.length, { message: noSeries, path: ['at', 'series'] })
  .refine(({ at, breakdown }) => at.value === undefined || breakdown !== undefined, {
    message: 'Un valore si chiede di una suddivisione',
    path: ['at', 'value'],
  })
