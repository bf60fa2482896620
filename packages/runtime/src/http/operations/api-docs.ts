import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { failure } from '@tba/events/failure.ts'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { cookieName } from '../cookies.ts'
import { hookDocsOf } from './hook-docs.ts'
import { bytes, documentedResponse, noBody } from './sent-as-it-is.ts'

const info = {
  title: 'Listino AI',
  version: '1.0.0',
  license: { name: 'MIT', identifier: 'MIT' },
  description: [
    'Ogni errore è `{ message, issues? }`, con una frase in italiano.',
    'Una risposta che ha scritto porta `X-Position`: rimandata in `X-After`, la lettura seguente ne tiene conto.',
    '`X-As-Of` dice fino a dove una lettura contiene tutto: da lì `GET /api/user/live` racconta che cosa è cambiato.',
    'Con `X-Customer` una pagina dice quale cliente mostra (il suo `id`): dove la sessione è di un altro, è come se non ce ne fosse.',
    'Con `X-Stale: true` una lettura dice di non esserci ancora arrivata.',
  ].join(' '),
}

const securitySchemes = (app: FastifyInstance) =>
  ({
    customer: {
      type: 'apiKey',
      in: 'cookie',
      name: cookieName('session', app),
      description: 'La sessione di un cliente',
    },
    administrator: {
      type: 'http',
      scheme: 'bearer',
      description:
        'La sessione di un account della console, con il permesso indicato: `GET /api/admin/me` dice quali ha',
    },
  }) as const

const meanings: Record<string, string> = {
  400: 'Una regola non è rispettata: `message` è quella della prima',
  401: 'Accesso richiesto, o credenziali non valide',
  403: 'Non consentito a chi lo chiede, o dalla pagina di un altro sito',
  404: 'Non trovato',
  409: 'In contrasto con lo stato attuale',
  413: 'Richiesta troppo grande',
  415: 'Formato non ammesso',
  422: 'Idempotency-Key già usata con un’altra richiesta',
  429: 'Troppe richieste: `Retry-After` dice tra quanti secondi riprovare',
  503: 'Qualcosa di necessario non risponde',
  '4XX': 'Una richiesta che non è valida nemmeno nella forma',
  '5XX': 'Un guasto; 503 con `Retry-After` dove passerà da solo',
}

const idempotencyKey = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      maxLength: 255,
      description: 'La stessa richiesta con la stessa chiave, entro 24 ore, riceve la prima risposta',
    },
  },
}

/** The content security policy of the page: its own files and nothing else. */
const pagePolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': ["'self'", 'data:'],
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

// Schemas with an id, such as `Failure`, are components of the document.
const ofZod = createJsonSchemaTransform({})
const componentsOfZod = createJsonSchemaTransformObject({})

type Shape = { type?: string; anyOf?: Shape[] }
type Body = { required?: boolean; content: Record<string, { schema: Shape }> }
type Schemas = Record<string, unknown>
type OpenApiDocument = {
  paths?: Record<string, Record<string, { requestBody?: Body }>>
  components?: { schemas?: Schemas }
}

/** `/api/docs`, and `/api/docs/json`: an OpenAPI document of every route that is added to this server after it. */
export async function apiDocs(app: FastifyInstance, { publicUrl }: { publicUrl: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers: [{ url: publicUrl }],
      components: { securitySchemes: securitySchemes(app) },
    },
    transform: ({ schema, route, ...rest }) => {
      const whole = { operationId: operationIdOf(route), ...withRefusals(schema, route) }
      const transformed = ofZod({ ...rest, route, schema: whole })
      return { ...transformed, schema: withDescriptions(transformed.schema, responsesOf(whole)) }
    },
    transformObject: documented => {
      const whole = componentsOfZod(documented) as OpenApiDocument
      withOptionalBodies(whole)
      const components = { ...whole.components, schemas: usedSchemas(whole) }
      return { ...whole, components } as ReturnType<typeof componentsOfZod>
    },
  })
  const documents = new Map([
    [
      '/api/docs/json',
      { type: 'application/json; charset=utf-8', write: () => JSON.stringify(app.swagger()) },
    ],
    ['/api/docs/yaml', { type: 'application/x-yaml', write: () => app.swagger({ yaml: true }) }],
  ])
  const written = new Map<string, Buffer>()
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiHooks: {
      // Written once: else a few readers of a large document would keep the process busy, and each who reads nothing would
      // hold one.
      preHandler(request, reply, next) {
        const { url = '' } = request.routeOptions
        const document = documents.get(url)
        if (!document) return next()
        const bytes = written.get(url) ?? Buffer.from(document.write())
        written.set(url, bytes)
        void reply.type(document.type).send(bytes)
      },
    },
    staticCSP: pagePolicy,
    theme: { title: `${info.title} API` },
    uiConfig: { docExpansion: 'list', layout: 'BaseLayout' },
  })
}

/** What generated clients call it, by its method and path: `DELETE /api/user/sessions/:sessionId` is deleteUserSessionsBySessionId. */
function operationIdOf({ method, url }: RouteOptions): string {
  const words = url
    .replace(/^\/api\//, '')
    .replace(/:/g, 'by-')
    .split(/[/-]/)
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return [String(method).toLowerCase(), ...words.map(capital)].join('')
}

/** A body that may be null may be absent. */
function withOptionalBodies({ paths = {} }: OpenApiDocument): void {
  for (const { requestBody } of Object.values(paths).flatMap(path => Object.values(path))) {
    const media = requestBody?.content['application/json']
    const [body, nothing] = media?.schema.anyOf ?? []
    if (!requestBody || !media || !body || nothing?.type !== 'null') continue
    requestBody.required = false
    media.schema = body
  }
}

/** Every schema is there twice: as requests take it, and as answers hold it. @param by refers to the used ones */
function usedSchemas(
  { paths, components }: OpenApiDocument,
  by: unknown = paths,
  used: Schemas = {},
): Schemas {
  for (const [, name = ''] of JSON.stringify(by).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (name in used) continue
    used[name] = components?.schemas?.[name]
    usedSchemas({ components }, used[name], used)
  }
  return used
}

type Responses = Record<string, unknown>
const responsesOf = (schema: FastifySchema) => (schema.response ?? {}) as Responses

/** Adds to the schema of a route the refusals of its hooks and of the server. */
function withRefusals(schema: FastifySchema | undefined, route: RouteOptions): FastifySchema {
  // Files and pages are no calls of the API.
  if (!schema || schema.hide) return { hide: true }
  const hookDocs = hookDocsOf([route.onRequest, route.preHandler].flat())
  const ofHooks = hookDocs.flatMap(docs => docs.refusals)
  const statuses = new Set([...ofHooks, ...serverRefusals(schema, route.method)])
  const common = Object.fromEntries([...statuses].map(status => [status, failure]))
  const own = Object.entries(responsesOf(schema)).map(([status, its]) => [status, documentedResponse(its)])
  const { body = 'consumes' in schema && bytes, ...rest } = schema
  return {
    ...rest,
    ...(body && body !== noBody ? { body } : {}),
    security: hookDocs.flatMap(({ signedIn, permission }) =>
      signedIn ? [{ [signedIn]: permission ? [permission] : [] }] : [],
    ),
    response: { ...common, ...Object.fromEntries(own), '4XX': failure, '5XX': failure },
  }
}

function serverRefusals(schema: FastifySchema, method: RouteOptions['method']): number[] {
  const { body, params, querystring } = schema
  const isSafe = [method].flat().every(name => name === 'GET' || name === 'HEAD')
  const reads = body ?? params ?? querystring
  const repeats = 'x-repeatable' in schema ? [400, 409, 422] : []
  return [...(reads ? [400] : []), ...(body ? [413, 415] : []), ...(isSafe ? [] : [403]), ...repeats]
}

/** Adds what a status means where the response has no description. */
function withDescriptions(schema: object, routeResponses: Responses): object {
  const { response = {} } = schema as { response?: Record<string, object> }
  const responses = Object.entries(response).map(([status, body]) => {
    const meaning = descriptionOf(routeResponses[status]) ?? meanings[status] ?? 'Fatto'
    return [status, 'description' in body ? body : { ...body, description: meaning }]
  })
  const taken = 'x-repeatable' in schema ? { headers: idempotencyKey } : {}
  return { ...schema, ...taken, response: Object.fromEntries(responses) }
}

function descriptionOf(body: unknown): string | undefined {
  return body instanceof z.ZodType ? body.description : undefined
}
