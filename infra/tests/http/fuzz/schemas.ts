import fc from 'fast-check'
import { z } from 'zod'

/** As much of JSON Schema as the API's document uses for what it takes in. */
type Schema = {
  type?: string | undefined
  format?: string | undefined
  pattern?: string | undefined
  const?: unknown
  enum?: unknown[] | undefined
  anyOf?: Schema[] | undefined
  oneOf?: Schema[] | undefined
  items?: Schema | undefined
  properties?: Record<string, Schema> | undefined
  required?: string[] | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minimum?: number | undefined
  maximum?: number | undefined
}
const schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    type: z.string().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(schema).optional(),
    oneOf: z.array(schema).optional(),
    items: schema.optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
  }),
)

const operation = z.object({
  requestBody: z.object({ content: z.record(z.string(), z.object({ schema })) }).optional(),
  security: z.array(z.record(z.string(), z.unknown())),
})
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) })

export type Operation = { method: string; path: string; signedIn: string | null; body: Schema | null }

/** Every call in the API's document. */
export function operationsOf(api: unknown): Operation[] {
  return Object.entries(document.parse(api).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { requestBody, security }]) => ({
      method: method.toUpperCase(),
      path,
      signedIn: Object.keys(security[0] ?? {})[0] ?? null,
      body: requestBody?.content['application/json']?.schema ?? null,
    })),
  )
}

/** Values that keep the rules which the document tells; there may be more of them. */
export function keeping(rules: Schema): fc.Arbitrary<unknown> {
  const either = rules.anyOf ?? rules.oneOf
  if (either) return fc.oneof(...either.map(keeping))
  if ('const' in rules) return fc.constant(rules.const)
  if (rules.enum) return fc.constantFrom(...rules.enum)
  switch (rules.type) {
    case 'object':
      return recordOf(rules)
    case 'array':
      return fc.array(rules.items ? keeping(rules.items) : fc.jsonValue(), { maxLength: 4 })
    case 'integer':
    case 'number':
      return fc.integer({ min: rules.minimum ?? -1000, max: Math.min(rules.maximum ?? 100_000, 1e9) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return textOf(rules)
  }
}

/** Rules that the document cannot tell, because they come after a transformation or span two fields. */
const hints: Record<string, fc.Arbitrary<unknown>> = {
  email: fc.nat(9999).map(n => `fuzz-${n}@example.com`),
  plan: fc.constant('starter'),
  deposit: fc.constantFrom<unknown>(500, '500'),
  phoneNumber: fc.constant('3331234567'),
  allocatedAmount: fc.constantFrom(100, 250),
}

function recordOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, rules]) => [name, hints[name] ?? keeping(rules)]),
  )
  return fc.record(fields, { requiredKeys: required.filter(name => name in fields) })
}

function textOf({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid({ version: 4 })
  if (format === 'uri') return fc.webUrl()
  if (pattern) return fc.stringMatching(new RegExp(pattern), { size: 'small' })
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 300)), unit: 'grapheme' })
}
