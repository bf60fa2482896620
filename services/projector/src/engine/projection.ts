import type { Position } from '@tba/event-store/port.ts'
import type { DomainEvent, EventType } from '@tba/events/registry.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { Change, Table } from './change.ts'

export type EventOf<T extends EventType> = RecordedEvent<Extract<DomainEvent, { type: T }>>

/** How the rows change with an event, by its type. */
export type Handlers = {
  readonly [T in EventType]?: (event: EventOf<T>) => Change | readonly Change[]
}

/** The keys of `on` are what it subscribes to. Any change to `sql` or `on` asks for the next `version`. */
export type Projection = {
  readonly name: string
  readonly version: number
  /** Creates `tables`, without a schema in their names: they go to the schema of this version. */
  readonly sql: URL
  readonly tables: readonly Pick<Table, 'name' | 'key'>[]
  readonly on: Handlers
}

/** The position of a projection that has read nothing yet: before every other. */
export const origin = '' as Position

/** Each version of a projection has a leader of its own, whoever holds this lock. */
export const lockOf = ({ name, version }: Projection): string => `${name}@${version}`

/** The types of events that these handle. */
export function typesOf(projections: readonly Projection[]): EventType[] {
  return [...new Set(projections.flatMap(({ on }) => Object.keys(on) as EventType[]))]
}

export function changesOf({ on }: Projection, event: RecordedEvent): readonly Change[] {
  const handler = on[event.type] as ((event: RecordedEvent) => Change | readonly Change[]) | undefined
  const changes = handler?.(event) ?? []
  return 'kind' in changes ? [changes] : changes
}

/** The types of events that remove rows made by other streams. A test finds the ones that are missing here. */
export const removingTypes: ReadonlySet<string> = new Set([
  'AccountErased',
  'AdminEnded',
  'AdminPasswordChanged',
  'AdminRoleChanged',
  'SessionsRevoked',
  'VisitsExpired',
])
