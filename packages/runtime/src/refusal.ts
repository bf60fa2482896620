/** An error whose message is all that an operator needs. It is printed without a stack. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal'
}

/** The sentence for an operator's fault; null for others. */
export function refusalOf(error: unknown): string | null {
  return error instanceof Refusal ? error.message : null
}
