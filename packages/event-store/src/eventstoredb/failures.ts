import { StoreUnavailable } from '../port.ts'

/** Of gRPC. */
export const status = { unknown: 2, invalidArgument: 3, unavailable: 14 }

type ServiceError = Error & {
  code?: unknown
  details?: unknown
  metadata?: { getMap(): Record<string, unknown> }
}

const codeOf = (error: unknown): unknown => (error as ServiceError).code

/** Maybe a position at which no record of the log begins, or behind its end; the server says the same of other mishaps. */
export const isNoPosition = (error: unknown): boolean =>
  codeOf(error) === status.invalidArgument ||
  (codeOf(error) === status.unknown &&
    /InvalidPosition|ReadAllResult.*Error|thrown by handler/.test((error as Error).message))

/** The word by which the server names what happened; in its metadata, since many of them share a code. */
const exceptionOf = (error: unknown): unknown => (error as ServiceError).metadata?.getMap().exception

/** A stream that is not there, or was tombstoned. */
export const isMissing = (error: unknown): boolean =>
  exceptionOf(error) === 'stream-not-found' || exceptionOf(error) === 'stream-deleted'

/** Of a deletion: the stream is at another revision. Appends are told in their answer. */
export const isConflict = (error: unknown): boolean => exceptionOf(error) === 'wrong-expected-version'

/** The server is there, and not ready, or its cluster has yet to choose a leader. */
export const isStarting = (error: unknown): boolean => /Not Ready|leader info/i.test((error as Error).message)

/**
 * Whatever the server or the connection says that is no answer to the question: a plain Error with code 14, "Server Is
 * Not Ready" with code 2 or 13, a leader that is another node, a consumer that was too slow. All of it passes by itself,
 * and nobody knows what became of an append.
 */
export function asUnavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  const { details, message, code } = error as ServiceError
  const said = (typeof details === 'string' && details) || message || `code ${String(code)}`
  const reason = said.replace(/\. Resolution note: ?$/, '')
  return new StoreUnavailable(`EventStoreDB is unavailable: ${reason}`, { cause: error })
}

export const silent = (ms: number): StoreUnavailable =>
  new StoreUnavailable(`EventStoreDB is unavailable: no answer within ${ms / 1000} s`)

/** @throws {StoreUnavailable} after this time without an answer; and what the work does */
export async function answered<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(silent(ms)), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
