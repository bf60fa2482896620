import { z } from 'zod'
import { moment } from './moment.ts'
import { emptyPeriod, isPeriod, type Period, periodBefore, periodOf, relativePeriods } from './period.ts'

const dates = { from: moment('Data di inizio non valida'), to: moment('Data di fine non valida') }

/** The period of a question. */
export const askedPeriod = {
  /** `[from, to)`, or a relative period. One of both. */
  from: dates.from.optional(),
  to: dates.to.optional(),
  period: z.enum(relativePeriods, 'Periodo non valido').optional(),
  /** A second period to compare; for a relative period the one before it. */
  compareTo: z
    .union(
      [z.literal('previous'), z.strictObject(dates).refine(isPeriod, emptyPeriod)],
      'Confronto non valido',
    )
    .optional(),
}
type AskedPeriod = z.output<z.ZodObject<typeof askedPeriod>>

/** Rules across its fields. */
export function checkPeriod({ from, to, period, compareTo }: AskedPeriod, context: z.RefinementCtx): void {
  const wrong = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  if (period !== undefined && (from !== undefined || to !== undefined))
    wrong('period', 'Un periodo si dà con le date o con un nome, non con entrambi')
  else if (period === undefined && from === undefined) wrong('from', 'Data di inizio richiesta')
  else if (period === undefined && to === undefined) wrong('to', 'Data di fine richiesta')
  if (!isPeriod({ from, to })) wrong('to', emptyPeriod.error)
  if (compareTo === 'previous' && period === undefined)
    wrong('compareTo', 'Il periodo precedente si confronta con un periodo che ha un nome')
}

/** A question with the dates of its periods. */
export type Dated<Asked> = Omit<Asked, keyof AskedPeriod> & Period & { compareTo?: Period | undefined }

/** Resolves relative periods at the time `nowMs`. */
export function resolvePeriods<Asked extends AskedPeriod>(asked: Asked, nowMs: number): Dated<Asked> {
  const { from = '', to = '', period, compareTo, ...same } = asked
  const before = compareTo === 'previous' ? period && periodBefore(period, nowMs) : compareTo
  return {
    ...same,
    ...(period ? periodOf(period, nowMs) : { from, to }),
    ...(before && { compareTo: before }),
  }
}
