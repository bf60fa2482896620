import { isUtf8 } from 'node:buffer'
import { unstorableIn } from '@tba/event-store/check-json.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpFailure } from '../failure.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A check that runs when the whole body has arrived. That may take half a minute, and a session can end meanwhile. */
    checkAfterBody: (() => Promise<void>) | null
  }
}

const maxDepth = 20

/**
 * Accepts JSON bodies alone, and only what can be stored: PostgreSQL refuses NUL, lone surrogates and great depth.
 * `__proto__` and `constructor` keys are refused too, since they could change other objects.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Clients send the type with every call, with a body or without.
    if (body.length === 0) return done(null, undefined)
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
      return done(new HttpFailure(415, 'Formato non supportato: invia JSON non compresso'))
    if (!isUtf8(body)) return done(invalidJson())
    const text = body.toString()
    return parse(request as FastifyRequest, text, (error, value: unknown) => {
      if (error || isTooDeep(value) || (text.includes('\\u') && unstorableIn(JSON.stringify(value))))
        done(invalidJson())
      else done(null, value)
    })
  })
}

const invalidJson = (): HttpFailure => new HttpFailure(400, 'JSON non valido')

/** The parser has no limit for depth. */
function isTooDeep(value: unknown, levels = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const inner of Object.values(value)) if (isTooDeep(inner, levels - 1)) return true
  return false
}

export function runChecksAfterBody(app: FastifyInstance): void {
  app.decorateRequest('checkAfterBody', null)
  app.addHook('preValidation', async ({ checkAfterBody }) => checkAfterBody?.())
}
