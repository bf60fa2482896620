import { z } from 'zod'
import { askedPeriod, checkPeriod, type Dated } from '../asked-period.ts'
import { funnelStep } from '../condition.ts'
import { asOf } from '../funnels/definition.ts'

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
  const { ratio, series } = definition
  if (ratio && series.length !== 2)
    context.addIssue({ code: 'custom', path: ['ratio'], message: 'Un rapporto si fa tra due serie' })
}

/** POST /api/admin/trends/run. */
export const trendDefinition = z.strictObject(shape).superRefine(checkTogether)
trendDefinition.register(z.globalRegistry, { id: 'TrendDefinition' })
export type TrendDefinition = z.infer<typeof trendDefinition>
export type DatedTrend = Dated<TrendDefinition>
