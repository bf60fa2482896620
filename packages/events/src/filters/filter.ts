import { z } from 'zod'
import { plan } from '../setup/plans.ts'
import { visitDevice } from '../visits/views.ts'

/** What is known of a visit. */
export const visitFields = [
  ...(['page', 'entryPage', 'exitPage', 'source', 'campaign', 'device', 'browser', 'system'] as const),
  ...(['language', 'outcome', 'refusal', 'error'] as const),
] as const
export type VisitField = (typeof visitFields)[number]
/** Of a customer or a person also what is known of them. */
export const filterFields = [...visitFields, 'plan'] as const
export type FilterField = (typeof filterFields)[number]

export const filterOps = ['is', 'isNot', 'contains'] as const

/** The values of fields that have few. */
export const fieldChoices: Readonly<Partial<Record<FilterField, readonly string[]>>> = {
  device: visitDevice.options,
  outcome: ['lead', 'questionnaire', 'registration', 'plan'],
  error: ['yes'],
  plan: plan.options,
}

const noValues = 'Valori richiesti'
const value = z.string('Il valore è un testo, o nulla').max(2_048, 'Valore troppo lungo').nullable()

/** One of its values holds; null: without a value. `isNot`: none of them holds. */
const filterOf = <F extends FilterField>(fields: readonly F[]) =>
  z
    .strictObject({
      field: z.enum(fields, {
        error: ({ input }) => `Campo di un filtro sconosciuto: ${String(input).slice(0, 60)}`,
      }),
      op: z.enum(filterOps, 'Operatore non valido'),
      values: z.array(value, noValues).min(1, noValues).max(50, 'Al massimo 50 valori'),
    })
    .superRefine(({ field, op, values }, context) => {
      const choices = fieldChoices[field]
      for (const [at, value] of values.entries()) {
        const isKnown = op === 'contains' || value === null || !choices || choices.includes(value)
        const message =
          op === 'contains' && value === null
            ? 'Per «contiene» serve un testo'
            : isKnown
              ? null
              : `Valore sconosciuto: ${value}`
        if (message) context.addIssue({ code: 'custom', path: ['values', at], message })
      }
    })

const filterList = <F extends FilterField>(fields: readonly F[]) =>
  z.array(filterOf(fields), 'Filtri non validi').max(20, 'Al massimo 20 filtri')

/** All of them hold. */
export const filters = filterList(filterFields)
/** Where only visits are counted. */
export const visitFilters = filterList(visitFields)
export type Filter = z.infer<typeof filters>[number]

type Counted = { by?: string | undefined; filters?: readonly Filter[] | undefined }
/** A visit has no plan: several customers may have done something in it. */
export const isOfLevel = ({ by, filters = [] }: Counted) =>
  by !== 'visit' || filters.every(({ field }) => field !== 'plan')
export const planOfVisit = {
  message: 'Il piano è di un cliente o di una persona, non di una visita',
  path: ['filters'],
}

/** In an address, as JSON. */
export const inAddress = <S extends z.ZodType>(schema: S) =>
  z
    .string('JSON non valido')
    .max(16_000, 'Troppo lungo')
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text)
      } catch {
        context.addIssue({ code: 'custom', message: 'JSON non valido' })
        return z.NEVER
      }
    })
    .pipe(schema)

export const filtersParameter = inAddress(filters)
export const visitFiltersParameter = inAddress(visitFilters)
