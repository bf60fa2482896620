import { StoreUnavailable } from '@tba/event-store/port.ts'
import type { FastifyBaseLogger } from 'fastify'
import {
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  ConnectionError,
  StatementTimeoutError,
} from 'slonik'
import { StorageUnavailable } from '../../storage/objects.ts'
import { KekUnknown } from '../../vault/keks.ts'

const kinds = [
  StoreUnavailable,
  StorageUnavailable,
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  ConnectionError,
  StatementTimeoutError,
  // After a change of the key the key file is read again with each request.
  KekUnknown,
]

const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  // Postgres: no room on the disk or in memory, too many connections, shutting down, crashed, starting up.
  '53100',
  '53200',
  '53300',
  '57P01',
  '57P02',
  '57P03',
  // A table or a column that a projector has not created yet.
  '42P01',
  '42703',
])

/** Whether the log, the database or the object storage is down, as opposed to a bug: a retry may succeed. */
export function isOutage(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (kinds.some(kind => error instanceof kind)) return true
  if ('code' in error && codes.has(String(error.code))) return true
  return isOutage(error.cause)
}

const quietMs = 60_000
/** When each outage was last reported, by its message. */
const lastSeenMs = new Map<string, number>()

/** Logs an outage in one line without a stack, once. After a minute without it, it is logged again. */
export function reportOutage(log: Pick<FastifyBaseLogger, 'error'>, { message, cause }: Error): void {
  const nowMs = performance.now()
  if (nowMs - (lastSeenMs.get(message) ?? -quietMs) >= quietMs)
    log.error({ reason: message, cause: String(cause ?? '') }, 'requests fail: an outage')
  if (lastSeenMs.size > 100) lastSeenMs.clear()
  lastSeenMs.set(message, nowMs)
}
