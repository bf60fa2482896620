import { keysOf } from '@tba/events/keys.ts'
import type { DomainEvent, EventType } from '@tba/events/registry.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { Change, Table } from './change.ts'

export type EventOf<T extends EventType> = RecordedEvent<Extract<DomainEvent, { type: T }>>

/** The handlers: how the rows change, by type of event. */
export type Handlers = {
  readonly [T in EventType]?: (event: EventOf<T>) => Change | readonly Change[]
}

/** The keys of `on` are the subscribed types. Any change to `sql` or `on` needs the next `version`. */
export type Projection = {
  readonly name: string
  readonly version: number
  /** Creates `tables`, without a schema in their names: they go to the schema of this version. */
  readonly sql: URL
  readonly tables: readonly Pick<Table, 'name' | 'key'>[]
  readonly on: Handlers
}

/** The lock of a version of a projection. Its holder leads it. */
export const lockOf = ({ name, version }: Projection): string => `${name}@${version}`

/** The types of events that these handle. */
export function typesOf(projections: readonly Projection[]): EventType[] {
  return [...new Set(projections.flatMap(({ on }) => keysOf(on)))]
}

export function changesOf({ on }: Projection, event: RecordedEvent): readonly Change[] {
  const handler = on[event.type] as ((event: RecordedEvent) => Change | readonly Change[]) | undefined
  const changes = handler?.(event) ?? []
  return 'kind' in changes ? [changes] : changes
}
