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
const filter = z
  .strictObject({
    field: z.enum(filterFields, {
      error: ({ input }) => `Campo di un filtro sconosciuto: ${String(input).slice(0, 60)}`,
    }),
    op: z.enum(filterOps, 'Operatore non valido'),
    values: z.array(value, noValues).min(1, noValues).max(50, 'Al massimo 50 valori'),
  })
  .superRefine(({ field, op, values }, context) => {
    const choices = op === 'contains' ? undefined : fieldChoices[field]
    for (const [at, value] of values.entries()) {
      const wrong = (message: string) => context.addIssue({ code: 'custom', path: ['values', at], message })
      if (value === null && op === 'contains') wrong('Per «contiene» serve un testo')
      else if (value !== null && choices?.includes(value) === false) wrong(`Valore sconosciuto: ${value}`)
    }
  })
export type Filter = z.infer<typeof filter>

/** All of them hold. */
export const filters = z.array(filter, 'Filtri non validi').max(20, 'Al massimo 20 filtri')

const [noSegment, noRevision] = ['Segmento non valido', 'Revisione del segmento non valida']
/** The filters that a saved segment had at a revision. */
const segment = z.strictObject(
  { id: z.uuid(noSegment), revision: z.int(noRevision).min(0, noRevision) },
  noSegment,
)

/** In the body of a question. Filters and segment hold together. */
export const filtered = { filters: filters.optional(), segment: segment.optional() }
export type Filtered = z.infer<z.ZodObject<typeof filtered>>

/** A visit has no plan: several customers may have done something in it. */
export const isOfLevel = ({ by, filters = [] }: { by: string; filters?: readonly Filter[] | undefined }) =>
  by !== 'visit' || filters.every(({ field }) => field !== 'plan')
export const noPlanOfVisit = 'Il piano è di un cliente o di una persona, non di una visita'
export const planOfVisit = { error: noPlanOfVisit, path: ['filters'] }

/** Where only visits are counted. */
export const visitFilters = filters.refine(filters => isOfLevel({ by: 'visit', filters }), noPlanOfVisit)

/** A value in an address, as JSON. */
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
/** The same in the address of a question, each as JSON. */
export const filteredQuery = { filters: filtersParameter.optional(), segment: inAddress(segment).optional() }
