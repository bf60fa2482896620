import { type Failure, failure } from '@tba/events/failure.ts'

const longest = 200

export const isFailure = (payload: unknown): payload is Failure => failure.safeParse(payload).success

/**
 * The sentence that a visitor read, the same for all who met it. Behind a colon the rule that a field broke may name what
 * was sent, and how long somebody has to wait is another number each time.
 */
export function reasonOf({ message, issues }: Failure, status: number): string | null {
  if (status === 429) return 'Troppe richieste'
  const [fixed = ''] = issues ? message.split(':', 1) : [message]
  return fixed.trim().slice(0, longest) || null
}
