import { newUuid } from './ids.ts'

type Attempt = {
  key: string
  body: string | undefined
  inFlight: Promise<unknown> | null
  /** Forgets it. */
  timer?: ReturnType<typeof setTimeout>
}

/** A later press is a new command. The body is also removed from memory. */
const maxAgeMs = 600_000

/** The last attempt of each call, until it succeeds. */
const attempts = new Map<string, Attempt>()

/**
 * Sends a command with the same Idempotency-Key until it succeeds: after a lost answer, a second press records nothing
 * twice. During the call a second press waits for the same answer.
 * @param call method and path
 * @param body as it is sent; another body is another command
 */
export function withIdempotencyKey<Answer>(
  { call, body }: { call: string; body: string | undefined },
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const last = attempts.get(call)
  const attempt = last?.body === body && last ? last : { key: newUuid(), body, inFlight: null }
  if (attempt.inFlight) return attempt.inFlight as Promise<Answer>
  attempts.set(call, attempt)
  clearTimeout(attempt.timer)
  const forget = () => {
    if (attempts.get(call) === attempt) attempts.delete(call)
  }
  const inFlight = send(attempt.key).finally(() => {
    attempt.inFlight = null
  })
  inFlight.then(forget, () => {
    attempt.timer = setTimeout(forget, maxAgeMs)
  })
  attempt.inFlight = inFlight
  return inFlight
}
