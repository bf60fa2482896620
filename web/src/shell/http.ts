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

function headers() {
  const sent = new Headers({ 'Content-Type': 'application/json', 'X-Visit-Id': visitId() })
  if (position) sent.set('X-After', position)
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

/** One JSON call with cookies. Throws HttpError where the answer is not 2xx, TypeError without a network. */
export async function request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: headers(),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // Answers may arrive out of order: only a greater position counts.
  const told = response.headers.get('X-Position') ?? ''
  if (told > position) position = told
  if (!response.ok) {
    throw new HttpError(response.status, saidIn(await response.text()) || response.statusText)
  }
  return response.json()
}
