import type { Failure } from '@tba/events/failure.ts'
import type { UnreadableReason } from '../log/open-event.ts'

/** Fields of the answer besides the message. */
type More = Omit<Failure, 'message'>

/** Thrown by hooks and handlers for an error answer. `message` is the Italian sentence that the user reads. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure'
  readonly status: number
  readonly headers: Record<string, string>
  readonly more: More
  constructor(
    status: number,
    message: string,
    { headers = {}, ...more }: More & { headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.headers = headers
    this.more = more
  }
}

export const unauthorized = (): HttpFailure => new HttpFailure(401, 'Accesso richiesto')

/** The session is over according to the log, so the read side cannot be the cause. */
export class SessionOver extends HttpFailure {
  constructor(more: More = {}) {
    super(401, unauthorized().message, more)
  }
}

export function unavailable(): HttpFailure {
  return new HttpFailure(503, 'Servizio momentaneamente non disponibile. Riprova tra poco.', {
    headers: { 'retry-after': '2' },
  })
}

/** An event of a newer build can be read once this one is replaced; in the other cases an operator has to act. */
export function unreadable(reason: UnreadableReason): HttpFailure {
  const isTooOld = reason === 'unknown-type' || reason === 'newer-version'
  return isTooOld
    ? new HttpFailure(503, 'Il servizio è in aggiornamento. Riprova tra poco.', {
        headers: { 'retry-after': '30' },
      })
    : new HttpFailure(503, 'Questi dati al momento non si possono leggere. Riprova più tardi.')
}

export function tooMany(seconds: number): HttpFailure {
  const whole = Math.max(1, Math.ceil(seconds))
  return new HttpFailure(429, `Troppe richieste. Riprova tra ${durationText(whole)}.`, {
    headers: { 'retry-after': String(whole) },
  })
}

const secondsFormat = new Intl.NumberFormat('it-IT', { style: 'unit', unit: 'second', unitDisplay: 'long' })
const minutesFormat = new Intl.NumberFormat('it-IT', { style: 'unit', unit: 'minute', unitDisplay: 'long' })

/** From 90 seconds on in whole minutes, rounded up, so that the request succeeds after that time. */
const durationText = (seconds: number) =>
  seconds < 90 ? secondsFormat.format(seconds) : minutesFormat.format(Math.ceil(seconds / 60))
