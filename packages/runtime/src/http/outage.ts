import { StoreUnavailable } from '@tba/event-store/port.ts'
import {
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  ConnectionError,
  StatementTimeoutError,
} from 'slonik'
import { KekUnknown } from '../vault/keks.ts'

const kinds = [
  StoreUnavailable,
  BackendTerminatedError,
  BackendTerminatedUnexpectedlyError,
  ConnectionError,
  StatementTimeoutError,
  // A key file that was left behind by an exchange is read again with each of them.
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
  // A table or a column that a projector is still to make: it comes with the first fold of its version.
  '42P01',
  '42703',
])

/** Whether the log or the database is down, as opposed to a bug: a retry may succeed. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (kinds.some(kind => error instanceof kind)) return true
  if ('code' in error && codes.has(String(error.code))) return true
  return isOutage(error.cause)
}
