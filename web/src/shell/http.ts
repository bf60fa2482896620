import { repeatably } from './repeatable.ts'
import { visitId } from './visit.ts'

/** A call that the server refused; `message` is `"<status>: <what it said>"`. */
export class HttpError extends Error {
  readonly status: number
  /** The server's words alone. */
  readonly said: string

  constructor(status: number, said: string) {
    super(`${status}: ${said}`)
    this.name = 'HttpError'
    this.status = status
    this.said = said
  }
}

/** What a toast may say about a failure: the server's words, else the fallback (no network, a bug). */
export function serverMessage(error: unknown, fallback: string) {
  return error instanceof HttpError ? error.message : fallback
}

// The newest write that any answer told of: sent back, so that what is read next contains it.
let position = ''

/** What is read from now on contains what was written up to this position. */
export function readAfter(written: string) {
  // Answers may arrive out of order: only a greater position counts.
  if (written > position) position = written
}

// Where the first reading ended: what was read since then contains at least that.
let upTo = ''

/** Everything that was read contains what was written up to here; empty: not known. */
export const readUpTo = () => upTo

type Sent = { method: string; path: string; body?: string | undefined; idempotencyKey?: string }

function headers({ idempotencyKey }: Sent) {
  const sent = new Headers({ 'Content-Type': 'application/json', 'X-Visit-Id': visitId() })
  if (position) sent.set('X-After', position)
  if (idempotencyKey) sent.set('Idempotency-Key', idempotencyKey)
  return sent
}

function saidIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body && 'message' in body) return String(body.message)
  } catch {
    // Not JSON: a gateway's page or nothing at all.
  }
  return text
}

async function send<Answer>(sent: Sent): Promise<Answer> {
  const { method, path, body } = sent
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: headers(sent),
    ...(body === undefined ? {} : { body }),
  })
  readAfter(response.headers.get('X-Position') ?? '')
  upTo ||= response.headers.get('X-As-Of') ?? ''
  if (!response.ok) {
    throw new HttpError(response.status, saidIn(await response.text()) || response.statusText)
  }
  return response.json()
}

/** One JSON call with cookies. Throws HttpError where the answer is not 2xx, TypeError without a network. */
export function request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  return send({ method, path, body: JSON.stringify(body) })
}

/** As `request`, for a call that takes an Idempotency-Key: however often it is repeated, it counts once. */
export function command<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const sent = { method, path, body: JSON.stringify(body) }
  return repeatably({ call: `${method} ${path}`, body: sent.body }, idempotencyKey =>
    send<Answer>({ ...sent, idempotencyKey }),
  )
}
