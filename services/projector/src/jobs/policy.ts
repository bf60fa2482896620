import { isKeyOf } from '@tba/events/keys.ts'
import type { EventType } from '@tba/events/registry.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { EventOf } from '../engine/projection.ts'

/**
 * The job of an event of type `T`. The event in the log is the only source, so nothing is lost with the queue. The job in the
 * queue only names the event.
 */
export type Policy<T extends EventType> = {
  /** Older events get no job, in ms; null: never too old, and a repetition does no harm. */
  withinMs: number | null
  /** May run more than once, if a process dies. @throws {RetryLater} it has to wait for something */
  run(event: EventOf<T>): Promise<void>
}

export type Policies = { readonly [T in EventType]?: Policy<T> }

/** The job must be tried again soon. Not an error. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
}

type AnyPolicy = { withinMs: number | null; run(event: RecordedEvent): Promise<void> }

export function policyFor(policies: Policies, type: string): AnyPolicy | undefined {
  return (isKeyOf(policies, type) ? policies[type] : undefined) as AnyPolicy | undefined
}

type Dated = { type: string; recordedAt: string; metadata: { actor?: unknown } | null }

/** Whether the policy still applies to the event. Sample data (actor `demo`) send no letters. */
export function isFresh(policies: Policies, { type, recordedAt, metadata }: Dated): boolean {
  const policy = policyFor(policies, type)
  if (!policy) return false
  if (policy.withinMs === null) return true
  return metadata?.actor !== 'demo' && Date.now() - Date.parse(recordedAt) < policy.withinMs
}
