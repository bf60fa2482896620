import type { LoggedEvent } from '@tba/runtime/log/event-log.ts'
import { DatabaseError } from 'pg'

/** Errors that an event causes, every time; in contrast to outages, which pass. */

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

/** The database refused a row that follows from some event of the batch. */
export class WriteRefused extends Error {
  override readonly name = 'WriteRefused'
  readonly projection: string
  constructor(projection: string, cause: unknown) {
    super(`what was folded into ${projection} cannot be written`, { cause })
    this.projection = projection
  }
}

/**
 * This build cannot go on with a projection. It stops, and the others of its group go on. It has no cause, since it is
 * logged, and what an event led to may be quoted there.
 */
export class ProjectionHalted extends Error {
  override readonly name = 'ProjectionHalted'
  readonly projection: string
  constructor(projection: string, message: string) {
    super(message)
    this.projection = projection
  }
}

/** @returns a `WriteRefused` where the database refused the values, else the same error */
export function asWriteRefused(projection: string, error: unknown): unknown {
  return isAboutValues(error) ? new WriteRefused(projection, error) : error
}

/** Data exceptions, violated constraints, and limits such as that of an index row: SQLSTATE classes 22, 23 and 54. */
function isAboutValues(error: unknown): boolean {
  return error instanceof DatabaseError && /^(22|23|54)/.test(error.code ?? '')
}

/** A line for operators, of at most 300 characters, without quoted text: that may be personal data, and of many lines. */
export function summaryOf(error: unknown): string {
  const cause = error instanceof Error && error.cause ? error.cause : error
  const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  const code = cause instanceof DatabaseError ? `SQLSTATE ${cause.code}, ` : ''
  const unquoted = message.replace(/(["'`]).*\1/s, '…').replace(/["'`«“].*/s, '…')
  // The database takes no zero byte, and would not take the line then.
  return code + (unquoted.split('\n')[0] ?? '').replaceAll('\0', '').slice(0, 300)
}
