import { HttpFailure, unavailable } from '@tba/runtime/http/failure.ts'
import { isDamaged } from './database.ts'

/**
 * Why a query has no result. `building`: there is no copy yet; `behind`: it does not hold what the caller wrote; `long`,
 * `large`: over the limit of time or memory; `invalid`: the message is a sentence for the caller; `unavailable`: too many
 * queries wait, the caller has left, or the copy closes.
 */
type FailureKind = 'building' | 'behind' | 'long' | 'large' | 'invalid' | 'unavailable' | 'error'
export type QueryFailure = { kind: FailureKind; message: string }

export class QueryRefused extends Error implements QueryFailure {
  override readonly name = 'Refused'
  readonly kind: FailureKind
  constructor(kind: FailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** Turns an error of a query into a failure that can cross threads. */
export function toQueryFailure(error: unknown): QueryFailure {
  if (error instanceof QueryRefused) return { kind: error.kind, message: error.message }
  if (!(error instanceof Error)) return { kind: 'error', message: String(error) }
  const message = error.stack ?? error.message
  // The file is deleted and built again.
  if (isDamaged(error)) return { kind: 'unavailable', message }
  const isLarge = /^(Out of Memory Error|IO Error: .*No space left)/.test(error.message)
  return { kind: isLarge ? 'large' : 'error', message }
}

/** Turns a failure into an error for a route, with an Italian sentence. @param progress of the first copy, from 0 to 1 */
export function toHttpFailure({ kind, message }: QueryFailure, progress: number) {
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
