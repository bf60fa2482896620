import type { Failure } from '@tba/events/failure.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  type ZodFastifySchemaValidationError,
} from 'fastify-type-provider-zod'
import { EventUnreadable } from '../log/open-event.ts'
import { KeyDestroyed, KeyMissing } from '../sealing/keyring.ts'
import { HttpFailure, unauthorized, unavailable, unreadable } from './failure.ts'
import { isOutage, reportOutage } from './operations/outage.ts'

const maxIssues = 20

/** The one place where an error becomes an answer. An unexpected error is logged, and answered without details. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = isAborted(request) ? aborted() : asFailure(error)
  // A failure that was thrown as a 503 is not logged: the answer says it, and the metrics count it.
  if (failure.status >= 500 && failure !== error) {
    if (isOutage(error)) reportOutage(request.log, error)
    else request.log.error({ err: error }, 'the request failed')
  }
  const { status, headers, message, more } = failure
  // With this header the framework would close the connection on a client that is still sending, which would then never
  // read the answer. Instead the rest is read and dropped, for as long as a request may take.
  reply.removeHeader('connection')
  return reply
    .code(status)
    .headers(headers)
    .send({ message, ...more } satisfies Failure)
}

/** The client disconnected before its request was complete. Nobody reads the answer. */
const isAborted = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete
const aborted = () => new HttpFailure(400, 'Richiesta interrotta')

export function asFailure(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error
  if (hasZodFastifySchemaValidationErrors(error)) return brokenRules(error.validation)
  if (isOutage(error)) return unavailable()
  if (error instanceof EventUnreadable) return unreadable(error.event.unreadable.reason)
  if (error instanceof KeyMissing) return unreadable('missing-key')
  // The customer was erased while the request was under way.
  if (error instanceof KeyDestroyed) return unauthorized()
  return new HttpFailure(...ofFramework(statusOf(error)))
}

/** The framework's errors have a status, but an English message. */
function ofFramework(status: number): [number, string] {
  switch (status) {
    case 408:
      return [408, 'Tempo scaduto per la richiesta']
    case 413:
      return [413, 'Richiesta troppo grande']
    case 414:
      return [414, 'Indirizzo troppo lungo']
    case 415:
      return [415, 'Formato non supportato: invia JSON']
    case 431:
      return [431, 'Intestazioni troppo grandi']
    default:
      return status >= 400 && status < 500
        ? [status, 'Richiesta non valida']
        : [500, 'Si è verificato un errore. Riprova più tardi.']
  }
}

function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500
  return typeof error.statusCode === 'number' ? error.statusCode : 500
}

function brokenRules(rules: readonly ZodFastifySchemaValidationError[]): HttpFailure {
  const issues = rules.slice(0, maxIssues).map(({ instancePath, keyword, message = 'Valore non valido' }) => {
    const path = instancePath.slice(1).replaceAll('/', '.')
    // The whole body is missing or of another type: "required field" would not say which field.
    const isWhole = path === '' && keyword === 'invalid_type'
    return { path, message: isWhole ? 'La richiesta deve contenere un oggetto JSON' : message }
  })
  return new HttpFailure(400, issues[0]?.message ?? 'Richiesta non valida', { issues })
}
