import type { LoggedEvent } from '@tba/runtime/log/event-log.ts'
import { Refusal } from '@tba/runtime/refusal.ts'
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
export class ProjectionHalted extends Refusal {
  override readonly name: string = 'ProjectionHalted'
  readonly projection: string
  constructor(projection: string, message: string) {
    super(message)
    this.projection = projection
  }
}

/** The database refuses to create or replace a projection’s tables. The message names what is in the way. */
export class SwapRefused extends ProjectionHalted {
  override readonly name = 'SwapRefused'
  constructor(projection: string, reason: string) {
    super(
      projection,
      `PostgreSQL refuses the new tables of ${projection}: ${reason}. Those that are live stay. Remove the cause, then try again.`,
    )
  }
}

/** @returns a `SwapRefused` if the database refuses for good, else the same error */
export function asSwapRefused(projection: string, error: unknown): unknown {
  const reason = refusalReason(error)
  return reason === null ? error : new SwapRefused(projection, reason)
}

/** What PostgreSQL names; null for what passes by itself: locks, races, outages and a lack of resources. */
export function refusalReason(error: unknown): string | null {
  if (!(error instanceof DatabaseError) || /^(08|23|25|40|53|55|57|58|XX)/.test(error.code ?? 'XX'))
    return null
  const { message, detail, where } = error
  const more = detail?.replaceAll('\n', ', ') ?? where?.split('\n')[0]
  return (more ? `${message} (${more})` : message).slice(0, 1_000)
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
