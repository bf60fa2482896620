import type { EventType } from '@tba/events/registry.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { EventOf } from '../engine/projection.ts'

/**
 * What an event of some type promises. The promise is the event itself, so none is lost with the queue; its job
 * carries no more than where that event is to be found.
 */
export type Promised<T extends EventType> = {
  /** For how long after the event it is worth keeping; null: for ever, and doing it again is worth it too. */
  withinMs: number | null
  /** Done more than once where a process dies on the way. @throws {NotYet} what it waits for has not come */
  keep(event: EventOf<T>): Promise<void>
}

export type Promises = { readonly [T in EventType]?: Promised<T> }

/** To be tried again soon, and nothing to worry about. */
export class NotYet extends Error {
  override readonly name = 'NotYet'
}

type AnyPromised = { withinMs: number | null; keep(event: RecordedEvent): Promise<void> }

export function promisedBy(promises: Promises, type: string): AnyPromised | undefined {
  return promises[type as EventType] as AnyPromised | undefined
}

type Promising = { type: string; recordedAt: string; metadata: { actor?: unknown } }

/** Whether what the event promised is still worth doing. Nobody gets letters about people who were made up. */
export function isFresh(promises: Promises, { type, recordedAt, metadata }: Promising): boolean {
  const promised = promisedBy(promises, type)
  if (!promised) return false
  if (promised.withinMs === null) return true
  return metadata.actor !== 'demo' && Date.now() - Date.parse(recordedAt) < promised.withinMs
}
