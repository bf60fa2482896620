import { newUuid } from './uuid.ts'

type Attempt = { key: string; body: string | undefined; underWay: Promise<unknown> | null }

/** The last attempt at each call, until it is answered well. */
const attempts = new Map<string, Attempt>()

/**
 * Sends a command under an Idempotency-Key that stays the same until it was answered well: where the answer got lost,
 * pressing again records nothing twice. While it is under way, pressing again waits for the same answer.
 * @param call method and path
 * @param body as it is sent; another body is another command
 */
export function repeatably<Answer>(
  { call, body }: { call: string; body: string | undefined },
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const known = attempts.get(call)
  const attempt = known?.body === body && known ? known : { key: newUuid(), body, underWay: null }
  if (attempt.underWay) return attempt.underWay as Promise<Answer>
  attempts.set(call, attempt)
  const underWay = send(attempt.key).then(
    answer => {
      if (attempts.get(call) === attempt) attempts.delete(call)
      return answer
    },
    error => {
      attempt.underWay = null
      throw error
    },
  )
  attempt.underWay = underWay
  return underWay
}
