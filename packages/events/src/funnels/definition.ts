import { z } from 'zod'
import { askedPeriod, checkPeriod, type Dated } from '../asked-period.ts'
import { funnelStep } from '../condition.ts'
import { filtered, filterFields, isOfLevel, noPlanOfVisit } from '../filters/filter.ts'
import { sideKinds } from '../tracking/interaction-type.ts'
import { filled, savedName, whole } from '../typed.ts'

/** The fields of filters, and the site that linked to the visit. */
export const breakdowns = ['referrer', ...filterFields] as const

/** Ten years: longer than any log. */
const maxSeconds = 3_650 * 86_400
const seconds = (window: string) => {
  const bounds = `${window} dura più di zero, e al massimo 3.650 giorni`
  return z.number(`${window} è un numero di secondi`).positive(bounds).max(maxSeconds, bounds)
}

const noPosition = 'Posizione non valida'
/** A position of the log. Later events do not count. */
export const asOf = filled(noPosition, 100).optional()

export const unitKind = z.enum(
  ['visit', 'customer', 'person'],
  'Si conta per visita, per cliente o per persona',
)

const shape = {
  /** The unit that is counted. */
  by: unitKind,
  steps: z
    .array(funnelStep, 'Passi richiesti')
    .min(2, 'Servono almeno due passi')
    .max(8, 'Al massimo otto passi'),
  /** From the first step to the last, inclusive. */
  windowSeconds: seconds('La finestra'),
  /** `[i]`: from step i + 1 to step i + 2; null: no limit. */
  stepWindowsSeconds: z
    .array(seconds('La finestra di un passo').nullable(), 'Finestre non valide')
    .max(7, 'Al massimo una finestra tra due passi')
    .optional(),
  /** The chain's events must be neighbours among the unit's events that match any step. */
  strict: z.boolean('Sì o no').optional(),
  /** A unit that does it between step `after` and the next one has not reached the next one with it. */
  exclude: z
    .array(
      funnelStep.safeExtend({ after: z.int('Passo non valido').min(1, 'Passo non valido') }),
      'Esclusioni non valide',
    )
    .max(8, 'Al massimo otto esclusioni')
    .optional(),
  /** How long units took from the first step to the last, in twenty bins. */
  histogram: z.boolean('Sì o no').optional(),
  /** Of the first step. */
  ...askedPeriod,
  asOf,
  /** Whether visits of robots count. */
  bots: z.boolean('Sì o no').optional(),
  breakdown: z.enum(breakdowns, 'Suddivisione non valida').optional(),
  ...filtered,
  /** Counts of the compared period only what was recorded when it had the present age of this one. */
  equalAge: z.boolean('Sì o no').optional(),
  /** Conversion by the day or week of the first step. */
  trend: z.enum(['day', 'week'], 'Andamento non valido').optional(),
}

type Shape = z.output<z.ZodObject<typeof shape>>

/** Rules across fields. */
function checkTogether(definition: Shape, context: z.RefinementCtx): void {
  const { steps, stepWindowsSeconds = [], exclude = [] } = definition
  const wrong = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message })
  checkPeriod(definition, context)
  if (stepWindowsSeconds.length >= steps.length)
    wrong('stepWindowsSeconds', 'Al massimo una finestra tra due passi')
  if (exclude.some(({ after }) => after >= steps.length))
    wrong('exclude', 'Si esclude tra un passo e quello dopo')
  if (!isOfLevel(definition)) wrong('filters', noPlanOfVisit)
}

/** The request. Field names are those of the HTTP call. */
export const funnelDefinition = z.strictObject(shape).superRefine(checkTogether)
funnelDefinition.register(z.globalRegistry, { id: 'FunnelDefinition' })
export type FunnelDefinition = z.infer<typeof funnelDefinition>

export type DatedFunnel = Dated<FunnelDefinition>

/** POST /api/admin/funnels, PUT /api/admin/funnels/:id. */
export const saveFunnel = z.strictObject({ name: savedName, ...shape }).superRefine(checkTogether)
export type SaveFunnel = z.infer<typeof saveFunnel>

const step = z.int('Passo non valido').min(1, 'Passo non valido')
const ofStep = { ...shape, step }
const isOfFunnel = ({ step, steps }: { step: number; steps: readonly unknown[] }) => step <= steps.length
const noStep = { error: 'Il percorso non ha questo passo', path: ['step'] }

/** The page of a list that is asked for with a body. */
export const bodyKeyset = {
  cursor: z.string('Cursore non valido').max(1_000, 'Cursore non valido').optional(),
  limit: whole('Limite non valido', 1, 200).default(50),
}

/** POST /api/admin/funnels/visits: the units of a bar. `step` starts at 1. */
export const funnelUnits = z
  .strictObject({
    ...ofStep,
    outcome: z.enum(['reached', 'dropped'], 'Esito non valido'),
    /** Of the compared period. */
    compared: z.boolean('Sì o no').optional(),
    /** Of the breakdown: only units with this value. */
    value: z.string('Valore non valido').max(2_048).nullable().optional(),
    ...bodyKeyset,
  })
  .superRefine(checkTogether)
  .refine(isOfFunnel, noStep)
export type FunnelUnits = z.infer<typeof funnelUnits>

/** POST /api/admin/funnels/instead: the next actions of units that reached `step` and not the next one. */
export const funnelInstead = z
  .strictObject({
    ...ofStep,
    /** What counts as an action only if it is asked for. */
    also: z.array(z.enum(sideKinds, 'Azione non valida'), 'Azioni non valide').max(4).optional(),
  })
  .superRefine(checkTogether)
  .refine(isOfFunnel, noStep)
