import type { HandedEvent, RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { DatabaseError } from 'pg'

/** What goes wrong by an event's own fault, and will again: told apart from an outage, which passes. */

/** An event could not be folded. The message names the event, never what is in it. */
export class FoldFailed extends Error {
  override readonly name = 'FoldFailed'
  readonly projection: string
  readonly event: HandedEvent
  constructor(projection: string, event: HandedEvent, cause: unknown) {
    super(
      `${event.type} ${event.id} (${event.stream}@${event.revision}) cannot be folded into ${projection}`,
      { cause },
    )
    this.projection = projection
    this.event = event
  }
}

/** The database refused what one of a batch's events came to; which one is found by smaller batches. */
export class WriteRefused extends Error {
  override readonly name = 'WriteRefused'
  readonly projection: string
  constructor(projection: string, cause: unknown) {
    super(`what was folded into ${projection} cannot be written`, { cause })
    this.projection = projection
  }
}

/** A projection that this build cannot go on with: it stands still, and the others of its group go on. */
export class CannotGoOn extends Error {
  override readonly name = 'CannotGoOn'
  readonly projection: string
  constructor(projection: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.projection = projection
  }
}

/** @throws {FoldFailed} in place of what `work` throws */
export function guarded<T>(projection: string, event: RecordedEvent, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new FoldFailed(projection, event, cause)
  }
}

/** @returns a `WriteRefused` where the values are what it does not take; any other error as it is */
export function blamed(projection: string, error: unknown): unknown {
  return isAboutValues(error) ? new WriteRefused(projection, error) : error
}

/** Data exceptions, violated constraints, and limits such as that of an index row: SQLSTATE classes 22, 23 and 54. */
function isAboutValues(error: unknown): boolean {
  return error instanceof DatabaseError && /^(22|23|54)/.test(error.code ?? '')
}

/** What an operator reads of it, at most 300 characters. What stands in quotes may be somebody's data, and is left out. */
export function summaryOf(error: unknown): string {
  const cause = error instanceof Error && error.cause ? error.cause : error
  const said = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  const code = cause instanceof DatabaseError ? `SQLSTATE ${cause.code}, ` : ''
  return code + (said.split('\n')[0] ?? '').replace(/(["'`]).*\1/g, '…').slice(0, 300)
}
