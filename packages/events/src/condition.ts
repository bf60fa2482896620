import { z } from 'zod'
import { fieldOf } from './fields.ts'
import { findShape } from './registry.ts'
import { filled } from './typed.ts'

export const operators = ['is', 'isNot', 'contains', 'startsWith', 'gt', 'lt'] as const

export const condition = z.strictObject({
  /** A path in the event's unsealed data. */
  field: filled('Campo richiesto', 200, 'Campo troppo lungo'),
  op: z.enum(operators, 'Operatore non valido'),
  value: z.union(
    [z.string().max(2_048, 'Valore troppo lungo'), z.number(), z.boolean()],
    'Il valore è un testo, un numero o sì/no',
  ),
})
export type Condition = z.infer<typeof condition>

/** An event of this type that meets all conditions. */
export const funnelStep = z
  .strictObject({
    event: z.string('Tipo di evento richiesto').min(1, 'Tipo di evento richiesto'),
    where: z.array(condition, 'Condizioni non valide').max(10, 'Al massimo 10 condizioni').optional(),
  })
  .superRefine(({ event, where = [] }, context) => {
    const wrong = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (findShape(event) === null) wrong(['event'], `Tipo di evento sconosciuto: ${event}`)
    for (const [at, { field }] of where.entries()) {
      const found = fieldOf(event, field)
      if (found === 'sealed') wrong(['where', at, 'field'], `Il campo ${field} è sigillato`)
      if (found === 'no-field') wrong(['where', at, 'field'], `Campo sconosciuto: ${field}`)
    }
  })
export type FunnelStep = z.infer<typeof funnelStep>
