import { z } from 'zod'
import { askedPeriod, checkPeriod } from '../asked-period.ts'
import { funnelStep } from '../condition.ts'
import { filtered, filterFields, isOfLevel, planOfVisit } from '../filters/filter.ts'
import { asOf, bodyKeyset, unitKind } from '../funnels/definition.ts'
import { moment } from '../moment.ts'
import { romeUnits } from '../rome-day.ts'

const { compareTo: _, ...period } = askedPeriod

const shape = {
  by: unitKind,
  /** Puts a unit into the cohort of its interval. */
  entry: funnelStep,
  /** The action that is counted, from the entry on in log order. */
  action: funnelStep,
  unit: z.enum(romeUnits, 'Si conta per giorno, settimana o mese'),
  /** Whether a unit counts where it did the action in that interval, or in that one or a later one. */
  mode: z.enum(['in', 'onOrAfter'], 'Modo non valido: in o onOrAfter'),
  /** `ever`: the first entry of all time must lie in the period. `each`: each interval with an entry in the period has the unit. */
  first: z.enum(['ever', 'each'], 'Ingresso non valido: ever o each'),
  /** The period of the entry. */
  ...period,
  ...filtered,
  /** A unit may have several values of a field of its first visit: it counts for each. */
  breakdown: z.enum(filterFields, 'Suddivisione non valida').optional(),
  /** The plan as of the entry, or as of the last action of the counted interval: then each group has the whole cohort as its size. */
  planAt: z.enum(['entry', 'return'], 'Piano all’ingresso o al ritorno').optional(),
  asOf,
}

/** POST /api/admin/retention/run. */
export const retentionDefinition = z
  .strictObject(shape)
  .superRefine(checkPeriod)
  .refine(isOfLevel, planOfVisit)
retentionDefinition.register(z.globalRegistry, { id: 'RetentionDefinition' })
export type RetentionDefinition = z.infer<typeof retentionDefinition>

const noCell = 'Casella non valida'
/** POST /api/admin/retention/units: the units of a cell. */
export const retentionUnits = z
  .strictObject({
    ...shape,
    at: z.strictObject(
      {
        /** A time in the interval of the cohort. */
        start: moment(noCell),
        /** How many intervals later; absent: the whole cohort. */
        index: z.int(noCell).min(0, noCell).max(100_000, noCell).optional(),
        /** Of the breakdown: only units with this value. */
        value: z.string(noCell).max(2_048, noCell).nullable().optional(),
      },
      noCell,
    ),
    ...bodyKeyset,
  })
  .superRefine(checkPeriod)
  .refine(isOfLevel, planOfVisit)
export type RetentionUnits = z.infer<typeof retentionUnits>
