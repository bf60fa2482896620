import { HttpFailure, unavailable } from '@tba/runtime/http/failure.ts'

/**
 * Why a question to the copy has no answer. `building`: there is no copy yet; `behind`: it does not hold what the caller
 * wrote; `long`, `large`: beyond the limit of time or memory; `invalid`: the message is a sentence for who asked.
 */
export type Failed = {
  kind: 'building' | 'behind' | 'long' | 'large' | 'invalid' | 'crowded' | 'dropped' | 'unavailable' | 'error'
  message: string
}

export class Refused extends Error implements Failed {
  override readonly name = 'Refused'
  readonly kind: Failed['kind']
  constructor(kind: Failed['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** What a question's error means to who asked it. */
export function failedBy(error: unknown): Failed {
  if (error instanceof Refused) return { kind: error.kind, message: error.message }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  if (/INTERRUPT Error/.test(message)) return { kind: 'dropped', message }
  if (/Out of Memory Error|max_temp_directory_size|No space left/.test(message))
    return { kind: 'large', message }
  return { kind: 'error', message }
}

/** The same for a route. @param progress of a first copy, from 0 to 1 */
export function failureOf(failed: Failed, progress: number): Error {
  return Object.assign(answered(failed, progress), { cause: failed })
}

function answered({ kind, message }: Failed, progress: number): Error {
  if (kind === 'error') return new Error(message)
  if (kind === 'invalid') return new HttpFailure(400, message)
  const later: Partial<Record<Failed['kind'], [seconds: number, sentence: string]>> = {
    building: [2, `Copia per le analisi in costruzione: ${Math.floor(progress * 100)} %`],
    behind: [2, 'La copia per le analisi è in ritardo. Riprova tra poco.'],
    long: [10, 'Il conteggio richiede troppo tempo. Riprova tra poco, o scegli un periodo più breve.'],
    large: [10, 'Gli eventi da contare sono troppi. Scegli un periodo più breve.'],
  }
  const [seconds, sentence] = later[kind] ?? []
  if (sentence === undefined) return unavailable()
  const headers = { 'retry-after': String(seconds) }
  return new HttpFailure(503, sentence, { headers, ...(kind === 'building' && { progress }) })
}

/** Why a question has no answer, for code that is no route; null: it is an error. */
export function kindOf(error: unknown): Failed['kind'] | null {
  if (!(error instanceof HttpFailure)) return null
  return (error.cause as Failed | undefined)?.kind ?? 'unavailable'
}
