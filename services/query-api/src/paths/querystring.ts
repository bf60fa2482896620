import { condition, funnelStep } from '@tba/events/funnels/definition.ts'
import { momentMs } from '@tba/events/moment.ts'
import { z } from 'zod'

const noWhere = 'Condizione non valida: campo:operatore:valore'

/** `field:op:value`, as in `page:contains:/prezzi`. */
function short(said: string): unknown {
  const [field, op, ...value] = said.split(':')
  return { field, op, value: value.join(':') }
}

/** Several in JSON, as a funnel's step has them. */
function conditions(said: string): unknown[] | null {
  if (!said.startsWith('[')) return [short(said)]
  try {
    const listed: unknown = JSON.parse(said)
    return Array.isArray(listed) ? listed : null
  } catch {
    return null
  }
}

const text = z.string(noWhere).min(1, noWhere).max(8_000, noWhere)

/** Once or several times; each is `field:op:value`, or a JSON list of `{ field, op, value }`. */
export const where = z
  .union([text.transform(said => [said]), z.array(text).max(10, 'Al massimo 10 condizioni')], noWhere)
  .default([])
  .transform((said, context) => {
    const listed = said.map(conditions)
    const found = z.array(condition, noWhere).safeParse(listed.includes(null) ? null : listed.flat())
    if (found.success) return found.data
    context.addIssue({ code: 'custom', message: found.error.issues[0]?.message ?? noWhere })
    return z.NEVER
  })

/** In which what is counted has to begin; any time where a bound is left out. */
export const period = {
  from: momentMs('Data di inizio non valida').optional(),
  to: momentMs('Data di fine non valida').optional(),
}
type Period = { from?: number | undefined; to?: number | undefined }
export const isPeriod = ({ from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: Period) =>
  from < to
export const emptyPeriod = { message: 'Il periodo finisce prima di cominciare', path: ['to'] }

const noPosition = 'Posizione non valida'
/** A position of the log: what came after it does not exist. */
export const asOf = z.string(noPosition).min(1, noPosition).max(100, noPosition).optional()

const noDepth = 'Profondità da 1 a 5'
export const pathQuery = {
  event: z.string('Tipo di evento richiesto').min(1, 'Tipo di evento richiesto'),
  where,
  direction: z.enum(['next', 'previous'], 'Direzione non valida: next o previous').default('next'),
  depth: z.coerce.number(noDepth).int(noDepth).min(1, noDepth).max(5, noDepth).default(3),
  ...period,
  asOf,
}

/** Tells of a type or a field that there is not, or that is sealed. */
export function refuseUnknown(
  { event, where }: Pick<z.output<z.ZodObject<typeof pathQuery>>, 'event' | 'where'>,
  context: z.RefinementCtx,
) {
  const { error } = funnelStep.safeParse({ event, where })
  for (const { message, path } of error?.issues ?? [])
    context.addIssue({ code: 'custom', message, path: path.slice(0, 1) })
}
