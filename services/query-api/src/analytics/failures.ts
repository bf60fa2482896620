/**
 * Why a question to the copy has no answer. `building`: there is no copy yet; `behind`: it does not hold what the caller
 * wrote; `long`, `large`: beyond the limit of time or memory; `invalid`: the message is a sentence for who asked.
 */
export type Failed = {
  kind: 'building' | 'behind' | 'long' | 'large' | 'invalid' | 'crowded' | 'dropped' | 'unavailable' | 'error'
  message: string
  /** Of a first copy, from 0 to 1. */
  progress?: number
}

export class Refused extends Error {
  override readonly name = 'Refused'
  readonly kind: Failed['kind']
  readonly progress: number | undefined
  constructor(kind: Failed['kind'], message: string, progress?: number) {
    super(message)
    this.kind = kind
    this.progress = progress
  }
}

/** What a question's error means to who asked it. */
export function failedBy(error: unknown): Failed {
  if (error instanceof Refused) {
    const { kind, message, progress } = error
    return { kind, message, ...(progress !== undefined && { progress }) }
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  if (/INTERRUPT Error/.test(message)) return { kind: 'dropped', message }
  if (/Out of Memory Error|max_temp_directory_size|No space left/.test(message))
    return { kind: 'large', message }
  return { kind: 'error', message }
}
