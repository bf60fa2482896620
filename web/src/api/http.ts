import type { Failure } from '@tba/events/failure.ts'
import { withIdempotencyKey } from './idempotency-key.ts'
import { clickId, visitId } from './ids.ts'

/** A call that the server refused; `message` is `"<status>: <the server's text>"`. */
export class HttpError extends Error {
  readonly status: number
  /** The server's text alone. */
  readonly text: string
  /** The broken rules, each with the field that it is about. */
  readonly issues: NonNullable<Failure['issues']>
  /** Whether the message is from the API, and not a gateway’s page or a status text. */
  readonly isSentence: boolean
  /** Of an answer that is not ready, from 0 to 1; null: unknown. */
  readonly progress: number | null
  /** The password was right, and a code is needed too. */
  readonly secondFactor: boolean
  readonly newRole: Failure['newRole']

  constructor(status: number, text: string, failure?: Partial<Failure>) {
    super(`${status}: ${text}`)
    this.name = 'HttpError'
    this.status = status
    this.text = text
    this.issues = failure?.issues ?? []
    this.isSentence = failure !== undefined
    this.progress = failure?.progress ?? null
    this.secondFactor = failure?.secondFactor ?? false
    this.newRole = failure?.newRole
  }
}

/** Whether the server refused a call with one of these. */
export const hasStatus = (error: unknown, ...statuses: number[]): error is HttpError =>
  error instanceof HttpError && statuses.includes(error.status)

/** What a toast may say about a failure: the server's words, else the fallback (no network, a bug). */
export function serverMessage(error: unknown, fallback: string) {
  return error instanceof HttpError ? error.message : fallback
}

/** The position of the newest write: sent with every read, whose answer then contains it. */
export const newestWrite = { position: '' }

/** Whether a call did not reach the server, or got no answer: no network, or none in time. */
export const isUnreachable = (error: unknown) => error instanceof TypeError || error instanceof DOMException

/** From now on, answers of reads must contain everything up to this position. */
export function requirePosition(written: string) {
  // Answers may arrive out of order: only a greater position counts.
  if (written > newestWrite.position) newestWrite.position = written
}

// The customer whom this page shows. Another one may have signed in since, in another
// tab: commands of this page must not run for them.
let customer = ''

/** From now on calls are for this customer only; null: for the one who is signed in. */
export function setCustomer(customerId: number | null) {
  customer = customerId === null ? '' : String(customerId)
}

// The position of the first read. Later reads contain at least this.
let firstPosition = ''

/** The position up to which this page has read everything; empty if unknown. */
export const firstReadPosition = () => firstPosition

export type ApiRequest = {
  method: string
  path: string
  body?: string | undefined
  idempotencyKey?: string
  /** An administrator's token, or the empty text before sign-in; with either, no visit is sent along. */
  bearer?: string
  /** For a question that may take long. */
  prefer?: string
  /** Called with the headers of the answer. */
  onHeaders?: (headers: Headers) => void
}

function headers({ idempotencyKey, bearer, prefer }: ApiRequest) {
  const sent = new Headers({ 'Content-Type': 'application/json' })
  if (bearer === undefined) {
    sent.set('X-Visit-Id', visitId())
    if (clickId()) sent.set('X-Correlation-Id', clickId())
    if (customer) sent.set('X-Customer', customer)
  } else if (bearer) sent.set('Authorization', `Bearer ${bearer}`)
  if (newestWrite.position) sent.set('X-After', newestWrite.position)
  if (prefer) sent.set('Prefer', prefer)
  if (idempotencyKey) sent.set('Idempotency-Key', idempotencyKey)
  return sent
}

/** The error of an answer that is not 2xx: its body or, without one, its status' text. */
export function httpErrorOf(status: number, body: string, statusText: string): HttpError {
  try {
    const failure: Partial<Failure> = JSON.parse(body)
    if (failure.message) return new HttpError(status, failure.message, failure)
  } catch {
    // Not JSON: a gateway's page or nothing at all.
  }
  return new HttpError(status, body || statusText)
}

/** The time-out of a call: longer than any answer of the server takes. */
const maxMs = 60_000

async function fetchResponse(sent: ApiRequest, signal?: AbortSignal): Promise<Response> {
  const { method, path, body } = sent
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: headers(sent),
    ...(body === undefined ? {} : { body }),
    ...(signal && { signal }),
  })
  requirePosition(response.headers.get('X-Position') ?? '')
  firstPosition ||= response.headers.get('X-As-Of') ?? ''
  sent.onHeaders?.(response.headers)
  if (!response.ok) throw httpErrorOf(response.status, await response.text(), response.statusText)
  return response
}

/**
 * Throws HttpError if the answer is not 2xx, TypeError without a network, DOMException after a minute without an
 * answer.
 */
export async function send<Answer>(sent: ApiRequest): Promise<Answer> {
  return (await fetchResponse(sent, AbortSignal.timeout(maxMs))).json()
}

/** One JSON call with cookies. Throws HttpError if the answer is not 2xx, TypeError without a network. */
export function request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  return send({ method, path, body: JSON.stringify(body) })
}

/** As `request`, for a call that takes an Idempotency-Key: however often it is repeated, it counts once. */
export function command<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const sent = { method, path, body: JSON.stringify(body) }
  return withIdempotencyKey({ call: `${customer} ${method} ${path}`, body: sent.body }, idempotencyKey =>
    send<Answer>({ ...sent, idempotencyKey }),
  )
}

/** The answer as it comes, to be read piece by piece. Throws as `request` does. */
export function receive(sent: Omit<ApiRequest, 'method'>, signal?: AbortSignal): Promise<Response> {
  return fetchResponse({ method: 'GET', ...sent }, signal)
}
