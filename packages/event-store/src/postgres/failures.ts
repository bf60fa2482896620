import pg from 'pg'
import { StoreUnavailable } from '../port.ts'

/**
 * Temporary SQL states: 08 connection, 25006 a standby after a failover, 25P03 idle in transaction, 53 out of resources,
 * 57014 statement time-out, 57P shutting down or starting up, 58 disk.
 */
const transient = /^(08|25006|25P03|53|57014|57P|58)/

/** Another writer was first (unique), or both waited for each other. A new transaction sees what it wrote. */
const lostRace = new Set(['23505', '40001', '40P01'])

export const isLostRace = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && lostRace.has(error.code ?? '')

/** The server did not answer, so other appends would fail too. A contended stream does not count. */
export const isDown = (error: unknown): error is StoreUnavailable =>
  error instanceof StoreUnavailable && !isLostRace(error.cause)

/** `pg` reports a lost connection as a plain Error, Node as one with a system code. */
function isOutage(error: unknown): error is Error {
  if (error instanceof pg.DatabaseError) return transient.test(error.code ?? '')
  return error instanceof Error && !(error instanceof TypeError || error instanceof RangeError)
}

/** Turns an outage into StoreUnavailable, for all of pg's errors for it. Other errors stay unchanged. */
export function asFailure(error: unknown): unknown {
  if (!isOutage(error)) return error
  const reason = error.message || ('code' in error && error.code) || 'no answer'
  return new StoreUnavailable(`PostgreSQL is unavailable: ${reason}`, { cause: error })
}
