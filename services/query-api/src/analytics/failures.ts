import { HttpFailure, unavailable } from '@tba/runtime/http/failure.ts'

/**
 * Why a question to the copy has no answer. `building`: there is no copy yet; `behind`: it does not hold what the caller
 * wrote; `long`, `large`: beyond the limit of time or memory; `invalid`: the message is a sentence for who asked;
 * `unavailable`: too many wait, nobody waits any more, or it closes.
 */
type Kind = 'building' | 'behind' | 'long' | 'large' | 'invalid' | 'unavailable' | 'error'
export type Failed = { kind: Kind; message: string }

export class Refused extends Error implements Failed {
  override readonly name = 'Refused'
  readonly kind: Kind
  constructor(kind: Kind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** What a question's error means to who asked it. */
export function failedBy(error: unknown): Failed {
  if (error instanceof Refused) return { kind: error.kind, message: error.message }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const isLarge = /Out of Memory Error|max_temp_directory_size|No space left/.test(message)
  return { kind: isLarge ? 'large' : 'error', message }
}

/** The same for a route, which knows of it in Italian. @param progress of a first copy, from 0 to 1 */
export function failureOf({ kind, message }: Failed, progress: number): Error & { kind: Kind } {
  const later = (seconds: number, sentence: string, more = {}) =>
    new HttpFailure(503, sentence, { headers: { 'retry-after': String(seconds) }, ...more })
  const failures = {
    building: () =>
      later(2, `Copia per le analisi in costruzione: ${Math.floor(progress * 100)} %`, { progress }),
    behind: () => later(2, 'La copia per le analisi è in ritardo. Riprova tra poco.'),
    long: () =>
      later(10, 'Il conteggio richiede troppo tempo. Riprova tra poco, o scegli un periodo più breve.'),
    large: () => later(10, 'Gli eventi da contare sono troppi. Scegli un periodo più breve.'),
    invalid: () => new HttpFailure(400, message),
    unavailable,
    error: () => new Error(message),
  }
  return Object.assign(failures[kind](), { kind })
}
