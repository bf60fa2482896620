import { z } from 'zod'

/** A JSON Schema, as far as the API's documents use it. */
export type Shape = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  oneOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: Shape | boolean
  items?: Shape
} & Partial<Record<'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'minimum' | 'maximum', number>>

type Media = Record<string, { schema: Shape }>
export type Parameter = { in: 'path' | 'query' | 'header'; name: string; required: boolean; schema: Shape }
type Documented = {
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: { content: Media }
  responses: Record<string, { content?: Media }>
}
export type Document = {
  paths: Record<string, Record<string, Documented>>
  components: { schemas: Record<string, Shape> }
}
export type Operation = Documented & { name: string; method: string; path: string; signedIn: string | null }

/** Every documented call. Readiness depends on the load of the machine, not on the request, so it is left out. */
export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, documented]) => {
      const [signedIn = null] = documented.security.flatMap(Object.keys)
      const name = `${method.toUpperCase()} ${path}`
      return path === '/readyz' ? [] : [{ ...documented, name, method: method.toUpperCase(), path, signedIn }]
    }),
  )

/** What the server itself refuses, whatever the call. */
const ofServer = [400, 408, 413, 414, 415, 417, 431]

type Answered = { statusCode: number; headers: Record<string, unknown>; body: string }

/** Says how an answer differs from its documents; null: not at all. */
export function differenceBy({ components }: Document) {
  const compiled = new Map<Shape, z.ZodType>()
  const schemaOf = (shape: Shape) => {
    const found = compiled.get(shape)
    if (found) return found
    const whole = JSON.stringify({ ...shape, $defs: components.schemas })
    const made = z.fromJSONSchema(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')))
    compiled.set(shape, made)
    return made
  }

  return ({ responses }: Operation, { statusCode, headers, body }: Answered): string | null => {
    const documented = responses[statusCode] ?? (ofServer.includes(statusCode) && responses['4XX'])
    if (!documented) return `status ${statusCode} is not documented`
    const [type = ''] = String(headers['content-type'] ?? '').split(';')
    if (!documented.content) return body === '' ? null : `${statusCode} has a body`
    const media = documented.content[type]
    if (!media) return `${statusCode} is ${type || 'of no type'}, and not ${Object.keys(documented.content)}`
    if (type !== 'application/json') return null
    const { error } = schemaOf(media.schema).safeParse(JSON.parse(body))
    return error ? `${statusCode}: ${z.prettifyError(error)}` : null
  }
}
