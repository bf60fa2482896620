import { z } from 'zod'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

const scalar = { type: ['null', 'boolean', 'number', 'string'] }
const object = { type: 'object', additionalProperties: { $ref: '#/components/schemas/Json' } }
/**
 * Any JSON. It is not checked: an answer contains a state up to a thousand times. The page of the calls shows what it is; an
 * array that names itself would be no valid type in TypeScript, and none is in another.
 */
export const anyJson = (z.unknown() as z.ZodType<Json>).meta({
  id: 'Json',
  anyOf: [scalar, object, { type: 'array', items: { anyOf: [scalar, object] } }],
})

const anyObject: z.ZodType = z.record(z.string(), anyJson)
/** A definition as it was saved, by an older build perhaps. It is validated again before it is counted. */
export const asSaved = <T extends object>() => anyObject as z.ZodType<T>
