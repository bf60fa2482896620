import { StoreUnavailable, UnusableLog } from '@tba/event-store/port.ts'

/** An error whose message is all that an operator needs. It is printed without a stack. */
export class Refusal extends Error {
  override readonly name: string = 'Refusal'
}

const sentences = [Refusal, StoreUnavailable, UnusableLog]

/** Of PostgreSQL: connection, login, no database, no right, locked, resources, disk, shutting down, damaged data. */
const states = /^(08|28|3D|42501|53|55P03|57|58|XX00[12])/
/** SQLite: read-only, I/O error, disk full, cannot be opened. */
const sqliteFaults = new Set([8, 10, 13, 14])
/** Errors that have no code. */
const messages =
  /^(Connection terminated|timeout expired|Query read timeout|The server does not support SSL|no server of the address|IO Error:)/
/** Code of ours that is missing is a fault of ours. */
const source = /\.(m?[jt]s|sql)$/

type Coded = Error & { code?: unknown; syscall?: unknown; path?: unknown; errcode?: unknown }

/**
 * The sentence for what an operator has to mend: a refusal, or a file, server or database that cannot be used. Null for a fault
 * of ours, which needs a stack. Every main prints by this.
 */
export function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (sentences.some(kind => error instanceof kind)) return error.message
  const { code, syscall, path, errcode, message }: Coded = error
  if (error instanceof AggregateError) return refusalOf(error.errors[0])
  if (typeof syscall === 'string') return source.test(String(path)) ? null : `The system refuses: ${message}.`
  if (code === '25006')
    return `PostgreSQL takes no writes (default_transaction_read_only, or a standby): ${message}.`
  if (typeof code === 'string' && code.length === 5 && states.test(code))
    return `PostgreSQL refuses: ${message}.`
  if (messages.test(message) || isCertificate(code)) return `A server or file cannot be used: ${message}.`
  if (sqliteFaults.has(Number(errcode) % 256)) return `A temporary file cannot be used: ${message}.`
  return refusalOf(error.cause)
}

const isCertificate = (code: unknown) => /CERT|UNABLE_TO_VERIFY|ERR_SSL/.test(String(code))
