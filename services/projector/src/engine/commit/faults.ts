import type { LoggedEvent } from '@tba/runtime/log/event-log.ts'
import { DatabaseError } from 'pg'

/** Errors that an event causes every time, unlike outages, which pass. */

/** An event could not be read or folded. The message names the event, never its data. */
export class FoldFailed extends Error {
  override readonly name = 'FoldFailed'
  readonly projection: string
  readonly event: LoggedEvent
  constructor(projection: string, event: LoggedEvent, cause: unknown) {
    super(
      `${event.type} ${event.id} (${event.stream}@${event.revision}) cannot be folded into ${projection}`,
      { cause },
    )
    this.projection = projection
    this.event = event
  }
}

/** The database refused a row that some event of the batch produced. */
export class WriteRefused extends Error {
  override readonly name = 'WriteRefused'
  readonly projection: string
  constructor(projection: string, cause: unknown) {
    super(`what was folded into ${projection} cannot be written`, { cause })
    this.projection = projection
  }
}

/**
 * This build cannot continue a projection. It stops, and the others of its group continue. It has no `cause`: the error
 * is logged, and a cause could quote data of an event.
 */
export class ProjectionHalted extends Error {
  override readonly name = 'ProjectionHalted'
  readonly projection: string
  constructor(projection: string, message: string) {
    super(message)
    this.projection = projection
  }
}

/** @returns a `WriteRefused` if the database refused the values, else the same error */
export function asWriteRefused(projection: string, error: unknown): unknown {
  return isAboutValues(error) ? new WriteRefused(projection, error) : error
}

/** Data exceptions, violated constraints, and limits such as that of an index row: SQLSTATE classes 22, 23 and 54. */
function isAboutValues(error: unknown): boolean {
  return error instanceof DatabaseError && /^(22|23|54)/.test(error.code ?? '')
}

/** One line for operators, at most 300 characters. Without quoted text, which may be personal data. */
export function summaryOf(error: unknown): string {
  const cause = error instanceof Error && error.cause ? error.cause : error
  const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  const code = cause instanceof DatabaseError ? `SQLSTATE ${cause.code}, ` : ''
  const unquoted = message.replace(/(["'`]).*\1/s, '…').replace(/["'`«“].*/s, '…')
  // The database refuses a text with a zero byte.
  return code + (unquoted.split('\n')[0] ?? '').replaceAll('\0', '').slice(0, 300)
}
