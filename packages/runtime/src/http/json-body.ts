import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpFailure } from './failure.ts'

const deepest = 20

/**
 * JSON is all that is read, and only such as every layer below can take: Postgres refuses NUL, half surrogate
 * pairs and great depth, and a prototype key could reach any object.
 */
export function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Clients send the type with every call, with a body or without.
    if (body.length === 0) return done(null, undefined)
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity') {
      return done(new HttpFailure(415, 'Formato non supportato: invia JSON non compresso'))
    }
    if (!isUtf8(body) || isTooDeep(body)) return done(invalidJson())
    const text = body.toString()
    return parse(request as FastifyRequest, text, (error, value: unknown) => {
      if (error || (text.includes('\\u') && !isStorable(value))) done(invalidJson())
      else done(null, value)
    })
  })
}

function invalidJson(): HttpFailure {
  return new HttpFailure(400, 'JSON non valido')
}

/** Told from the bytes, before anything is built of them. UTF-8 hides no bracket inside a longer character. */
export function isTooDeep(json: Uint8Array): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (inString) {
      if (byte === 0x5c /* \ */) at++
      else if (byte === 0x22 /* " */) inString = false
    } else if (byte === 0x22) inString = true
    else if (byte === 0x5b /* [ */ || byte === 0x7b /* { */) {
      if (++depth > deepest) return true
    } else if (byte === 0x5d /* ] */ || byte === 0x7d /* } */) depth--
  }
  return false
}

/** Whether a value, at most 20 levels deep, holds neither NUL nor half a surrogate pair. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (Array.isArray(value)) return value.every(isStorable)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner))
}
