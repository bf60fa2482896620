import type { EventType } from '@tba/events/registry.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { EventOf } from '../engine/projection.ts'

/**
 * What is to be done because of an event of type `T`. The event in the log is all that asks for it, so nothing is lost
 * with the queue; the job in the queue only says where the event is.
 */
export type Policy<T extends EventType> = {
  /** Older events are skipped, in milliseconds; null: an event is never too old, and running it again does no harm. */
  withinMs: number | null
  /** May run more than once, where a process dies on the way. @throws {NotYet} what it waits for has not come */
  run(event: EventOf<T>): Promise<void>
}

export type Policies = { readonly [T in EventType]?: Policy<T> }

/** The job is to be tried again soon; not an error. */
export class NotYet extends Error {
  override readonly name = 'NotYet'
}

type AnyPolicy = { withinMs: number | null; run(event: RecordedEvent): Promise<void> }

export function policyFor(policies: Policies, type: string): AnyPolicy | undefined {
  return policies[type as EventType] as AnyPolicy | undefined
}

type Dated = { type: string; recordedAt: string; metadata: { actor?: unknown } | null }

/** Whether the event's policy is still worth running. Sample data (actor `demo`) send no letters. */
export function isFresh(policies: Policies, { type, recordedAt, metadata }: Dated): boolean {
  const policy = policyFor(policies, type)
  if (!policy) return false
  if (policy.withinMs === null) return true
  return metadata?.actor !== 'demo' && Date.now() - Date.parse(recordedAt) < policy.withinMs
}
