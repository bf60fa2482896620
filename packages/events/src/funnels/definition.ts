import { z } from 'zod'
import { moment } from '../moment.ts'
import { fieldOf } from './fields.ts'

export const operators = ['is', 'isNot', 'contains', 'startsWith', 'gt', 'lt'] as const
export const breakdowns = ['device', 'referrer', 'source', 'plan'] as const

/** Ten years: more than any log has. */
const mostSeconds = 3_650 * 86_400
const seconds = (window: string) => {
  const bounds = `${window} dura più di zero, e al massimo 3.650 giorni`
  return z.number(`${window} è un numero di secondi`).positive(bounds).max(mostSeconds, bounds)
}

export const condition = z.strictObject({
  /** A path in the event's unsealed data. */
  field: z.string('Campo richiesto').min(1, 'Campo richiesto').max(200, 'Campo troppo lungo'),
  op: z.enum(operators, 'Operatore non valido'),
  value: z.union(
    [z.string().max(2_048, 'Valore troppo lungo'), z.number(), z.boolean()],
    'Il valore è un testo, un numero o sì/no',
  ),
})
export type Condition = z.infer<typeof condition>

/** An event of a type, of which all conditions hold. */
export const funnelStep = z
  .strictObject({
    event: z.string('Tipo di evento richiesto').min(1, 'Tipo di evento richiesto'),
    where: z.array(condition, 'Condizioni non valide').max(10, 'Al massimo 10 condizioni').optional(),
  })
  .superRefine(({ event, where = [] }, context) => {
    for (const [at, { field }] of where.entries()) {
      const found = fieldOf(event, field)
      if (found === 'no-type')
        context.addIssue({ code: 'custom', path: ['event'], message: `Tipo di evento sconosciuto: ${event}` })
      else if (typeof found === 'string')
        context.addIssue({
          ...{ code: 'custom', path: ['where', at, 'field'] },
          message: found === 'sealed' ? `Il campo ${field} è sigillato` : `Campo sconosciuto: ${field}`,
        })
    }
    if (where.length === 0 && fieldOf(event, '') === 'no-type')
      context.addIssue({ code: 'custom', path: ['event'], message: `Tipo di evento sconosciuto: ${event}` })
  })
export type FunnelStep = z.infer<typeof funnelStep>

const period = { from: moment('Data di inizio non valida'), to: moment('Data di fine non valida') }
const isPeriod = ({ from, to }: { from: string; to: string }) => from < to
const emptyPeriod = { message: 'Il periodo finisce prima di cominciare', path: ['to'] }

const shape = {
  /** Whose ways are counted. */
  by: z.enum(['visit', 'customer'], 'Si conta per visita o per cliente'),
  steps: z
    .array(funnelStep, 'Passi richiesti')
    .min(2, 'Servono almeno due passi')
    .max(8, 'Al massimo otto passi'),
  /** From the first step to the last, its end included. */
  windowSeconds: seconds('La finestra'),
  /** `[i]`: from step i + 1 to step i + 2; null: no bound of its own. */
  stepWindowsSeconds: z
    .array(seconds('La finestra di un passo').nullable(), 'Finestre non valide')
    .max(7, 'Al massimo una finestra tra due passi')
    .optional(),
  /** The chain's events are neighbours among those of the unit that match any step. */
  strict: z.boolean('Sì o no').optional(),
  /** When the first step has to lie, `[from, to)`. */
  ...period,
  /** A position of the log: what came after it does not exist. */
  asOf: z
    .string('Posizione non valida')
    .min(1, 'Posizione non valida')
    .max(100, 'Posizione non valida')
    .optional(),
  /** Whether the visits of robots count too. */
  bots: z.boolean('Sì o no').optional(),
  breakdown: z.enum(breakdowns, 'Suddivisione non valida').optional(),
  /** Another period, for which the same is counted. */
  compareTo: z.strictObject(period).refine(isPeriod, emptyPeriod).optional(),
}

type Windows = { steps: readonly unknown[]; stepWindowsSeconds?: readonly unknown[] | undefined }
const hasFewWindows = ({ steps, stepWindowsSeconds = [] }: Windows) =>
  stepWindowsSeconds.length < steps.length
const manyWindows = { message: 'Al massimo una finestra tra due passi', path: ['stepWindowsSeconds'] }

/** What is counted. The name of each field is the one of the calls. */
export const funnelDefinition = z
  .strictObject(shape)
  .refine(isPeriod, emptyPeriod)
  .refine(hasFewWindows, manyWindows)
export type FunnelDefinition = z.infer<typeof funnelDefinition>

const name = z.string('Nome richiesto').trim().min(1, 'Nome richiesto').max(80, 'Al massimo 80 caratteri')

/** POST /api/admin/funnels, PUT /api/admin/funnels/:id. */
export const saveFunnel = z
  .strictObject({ name, ...shape })
  .refine(isPeriod, emptyPeriod)
  .refine(hasFewWindows, manyWindows)
export type SaveFunnel = z.infer<typeof saveFunnel>

const step = z.int('Passo non valido').min(1, 'Passo non valido').max(8, 'Passo non valido')
const isOfFunnel = ({ step, steps }: { step: number; steps: readonly unknown[] }) => step <= steps.length
const noStep = { message: 'Il percorso non ha questo passo', path: ['step'] }

/** POST /api/admin/funnels/visits: the units that a bar counts. `step` counts from 1. */
export const funnelUnits = z
  .strictObject({
    ...shape,
    step,
    outcome: z.enum(['reached', 'dropped'], 'Esito non valido'),
    /** Of the breakdown: only units with this value. */
    value: z.string('Valore non valido').max(2_048).nullable().optional(),
    cursor: z.string('Cursore non valido').max(1_000, 'Cursore non valido').optional(),
    limit: z.int('Limite non valido').min(1, 'Limite non valido').max(200, 'Limite non valido').default(50),
  })
  .refine(isPeriod, emptyPeriod)
  .refine(hasFewWindows, manyWindows)
  .refine(isOfFunnel, noStep)

/** POST /api/admin/funnels/instead: what those did who reached `step` and not the next one. */
export const funnelInstead = z
  .strictObject({ ...shape, step })
  .refine(isPeriod, emptyPeriod)
  .refine(hasFewWindows, manyWindows)
  .refine(isOfFunnel, noStep)
