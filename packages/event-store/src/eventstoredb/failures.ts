import { StoreUnavailable } from '../port.ts'
import { withTimeout } from '../with-timeout.ts'

/** Of gRPC. */
export const status = { unknown: 2, invalidArgument: 3, unavailable: 14 }

type ServiceError = Error & {
  code?: unknown
  details?: unknown
  metadata?: { getMap(): Record<string, unknown> }
}

const failureOf = (error: unknown): Partial<ServiceError> => (error instanceof Error ? error : {})
const codeOf = (error: unknown): unknown => failureOf(error).code
const messageOf = (error: unknown): string => failureOf(error).message ?? ''

/** Perhaps no event starts at the position, or it is after the end. The server reports some other failures in the same way. */
export const isNoPosition = (error: unknown): boolean =>
  codeOf(error) === status.invalidArgument ||
  (codeOf(error) === status.unknown &&
    /InvalidPosition|ReadAllResult.*Error|thrown by handler/.test(messageOf(error)))

/** The kind of failure, in the metadata. Many kinds share a code. */
const exceptionOf = (error: unknown): unknown => failureOf(error).metadata?.getMap().exception

/** The stream does not exist, or has a tombstone. */
export const isMissing = (error: unknown): boolean =>
  exceptionOf(error) === 'stream-not-found' || exceptionOf(error) === 'stream-deleted'

/** Of a deletion: the stream is at another revision. Appends get this in their answer. */
export const isConflict = (error: unknown): boolean => exceptionOf(error) === 'wrong-expected-version'

/** The server is there but not ready, or its cluster has no leader yet. */
export const isStarting = (error: unknown): boolean => /Not Ready|leader info/i.test(messageOf(error))

/**
 * Any failure of the server or the connection without an answer: a plain Error with code 14, "Server Is Not Ready" with
 * code 2 or 13, another leader, a consumer that was too slow. Each is temporary, and the outcome of an append is
 * unknown.
 */
export function asUnavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  const { details, message, code } = failureOf(error)
  const reason = (typeof details === 'string' && details) || message || `code ${String(code)}`
  return new StoreUnavailable(
    `EventStoreDB is unavailable: ${reason.replace(/\. Resolution note: ?$/, '')}`,
    { cause: error },
  )
}

/** After such a failure the client connects again. */
export const isSilent = (error: unknown): boolean => /no answer within/.test(messageOf(error))

export const noAnswer = (ms: number): StoreUnavailable =>
  new StoreUnavailable(`EventStoreDB is unavailable: no answer within ${ms / 1000} s`)

/** @throws {StoreUnavailable} no answer within this time */
export const withAnswerLimit = <T>(work: Promise<T>, ms: number): Promise<T> =>
  withTimeout<T>(ms, work, () => {
    throw noAnswer(ms)
  })
