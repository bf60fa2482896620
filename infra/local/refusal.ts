/** Why the product does not start (or cannot go on), as one sentence for its operator: printed without a stack. */
export class StartRefusal extends Error {
  override name = 'StartRefusal'
}

/** What a failed system call says of itself in a sentence: its code where it has one (EACCES), else its message. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
