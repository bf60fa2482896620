import type { Position } from '@tba/event-store/port.ts'
import type { RecordedEvent } from '@tba/runtime/log/event-log.ts'
import type { TableShape } from './catalogue.ts'
import { guarded, type Step } from './fold.ts'
import { changesOf, type Projection } from './projection.ts'

/** A projection that is being written: its tables, and how far it has come. */
export type Member = {
  readonly projection: Projection
  readonly tables: ReadonlyMap<string, TableShape>
  /** Of its checkpoint, as of the last commit. */
  position: Position
}

/** Events of the log in order, and the position up to which the log has been read with them. */
export type Delivery = { events: readonly RecordedEvent[]; position: Position }

/** One table's part of a batch. */
export type Part = { member: Member; table: TableShape; steps: Step[] }

export type Batch = {
  parts: readonly Part[]
  /** The checkpoints move here when it is committed. */
  position: Position
  eventCount: number
  changeCount: number
  /** What did not fit. */
  rest: Delivery | null
}

/**
 * Cuts a batch off a delivery: at most `limit` events, and no further event once `limit` rows change.
 * A projection skips events that it has already seen, so that projections at different positions can share a loop.
 */
export function cut(members: readonly Member[], delivery: Delivery, limit: number): Batch {
  const parts = new Map<TableShape, Part>()
  let eventCount = 0
  let changeCount = 0
  for (const event of delivery.events) {
    if (eventCount === limit || changeCount >= limit) break
    eventCount += 1
    for (const member of members) changeCount += note(member, event, parts)
  }
  const whole = eventCount === delivery.events.length
  return {
    parts: [...parts.values()],
    position: whole ? delivery.position : (delivery.events[eventCount - 1]?.position ?? delivery.position),
    eventCount,
    changeCount,
    rest: whole ? null : { events: delivery.events.slice(eventCount), position: delivery.position },
  }
}

function note(member: Member, event: RecordedEvent, parts: Map<TableShape, Part>): number {
  if (event.position <= member.position) return 0
  const changes = guarded(event, () => changesOf(member.projection, event))
  for (const change of changes) {
    const table = member.tables.get(change.table)
    if (!table) throw new Error(`${member.projection.name} has no table ${change.table}`)
    const part = parts.get(table) ?? { member, table, steps: [] }
    part.steps.push({ change, event })
    parts.set(table, part)
  }
  return changes.length
}
