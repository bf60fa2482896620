import type { Failure } from '@tba/events/failure.ts'

type FailureOptions = {
  headers?: Record<string, string>
  issues?: Failure['issues']
}

/** Thrown by hooks and handlers for an error answer. `message` is the Italian sentence that the user reads. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure'
  readonly status: number
  readonly headers: Record<string, string>
  readonly issues: Failure['issues']
  constructor(status: number, message: string, { headers = {}, issues }: FailureOptions = {}) {
    super(message)
    this.status = status
    this.headers = headers
    this.issues = issues
  }
}

export function unauthorized(): HttpFailure {
  return new HttpFailure(401, 'Accesso richiesto')
}

export function unavailable(): HttpFailure {
  return new HttpFailure(503, 'Servizio momentaneamente non disponibile. Riprova tra poco.', {
    headers: { 'retry-after': '2' },
  })
}

export function tooMany(seconds: number): HttpFailure {
  return new HttpFailure(429, 'Troppe richieste. Riprova più tardi.', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  })
}
