import type { Position, Seen } from '@tba/event-store/port.ts'
import { findShape } from '@tba/events/registry.ts'
import { idOf } from '@tba/events/streams.ts'
import type { LoggedEvent, RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { EventUnreadable, isUnreadable, type UnreadableEvent } from '@tba/runtime/log/open-event.ts'
import type { Change } from '../change.ts'
import { FoldFailed, ProjectionHalted } from '../database/faults.ts'
import { changesOf, type Projection } from '../projection.ts'
import type { TableShape } from '../tables/catalogue.ts'
import type { Step } from '../tables/fold.ts'
import { type Rate, rate } from './rate.ts'

/** The position from which a stream is skipped, and the person it is about. */
export type ParkedFrom = { position: Position; person: string | null }

/** A projection that is being written: its tables, and how far it has come. */
export type Member = {
  readonly projection: Projection
  readonly tables: ReadonlyMap<string, TableShape>
  /** Of its checkpoint, as of the last commit. */
  position: Position
  /** Of its checkpoint: fences off former leaders. */
  readonly epoch: number
  readonly parked: Map<string, ParkedFrom>
  /** Ids of the events that an operator had skipped. */
  readonly skipped: ReadonlySet<string>
  readonly rate: Rate
  /** Whether an event that cannot be processed parks its stream; else it stops the projection. */
  readonly mayPark: (event: LoggedEvent) => boolean
}

/** A member with nothing parked or skipped, unless given. */
export function member(base: Pick<Member, 'projection' | 'tables' | 'position'> & Partial<Member>): Member {
  return { epoch: 1, parked: new Map(), skipped: new Set(), rate: rate(), mayPark: () => true, ...base }
}

/** Events of the log in order, and the position up to which the log has been read with them. */
export type Delivery = {
  events: readonly LoggedEvent[]
  position: Position
  /** The event there, if known. */
  seen?: Seen | undefined
}

/** One table's part of a batch. */
export type Part = { member: Member; table: TableShape; steps: Step[] }

export type Batch = {
  parts: readonly Part[]
  /** Parked streams to remove, since their person is erased in this batch. */
  discarded: ReadonlyMap<Member, ReadonlySet<string>>
  /** The checkpoints move here when it is committed. */
  position: Position
  seen: Seen | undefined
  eventCount: number
  changeCount: number
  /** How many of them each projection listens to. */
  taken: ReadonlyMap<Member, number>
  /** What did not fit. */
  rest: Delivery | null
}

type Draft = {
  parts: Map<TableShape, Part>
  discarded: Map<Member, Set<string>>
  taken: Map<Member, number>
}

/**
 * Takes at most `limit` events or changed rows. With a limit, an event whose rows must be searched begins a batch (see
 * `steps.ts`). Each projection skips events that it has already seen, so that all share a loop.
 * @throws {FoldFailed} or {ProjectionHalted}
 */
export function takeBatch(members: readonly Member[], delivery: Delivery, limit: number): Batch {
  const draft: Draft = { parts: new Map(), discarded: new Map(), taken: new Map() }
  let eventCount = 0
  let changeCount = 0
  for (const event of delivery.events) {
    if (eventCount === limit || changeCount >= limit) break
    const folded = members.flatMap(member => foldedBy(member, event, draft) ?? [])
    const isSearching = folded.some(({ changes }) => changes.some(change => 'value' in change))
    if (isSearching && eventCount > 0 && limit !== Number.POSITIVE_INFINITY) break
    eventCount += 1
    for (const each of folded) {
      collect(each, draft)
      changeCount += each.changes.length
    }
  }
  const whole = eventCount === delivery.events.length
  const last = delivery.events[eventCount - 1]
  return {
    parts: [...draft.parts.values()],
    discarded: draft.discarded,
    position: whole ? delivery.position : (last?.position ?? delivery.position),
    seen: whole ? (delivery.seen ?? last) : last,
    eventCount,
    changeCount,
    taken: draft.taken,
    rest: whole ? null : { ...delivery, events: delivery.events.slice(eventCount) },
  }
}

/** What one projection makes of an event. */
type Folded = {
  member: Member
  event: RecordedEvent
  isSubscribed: boolean
  changes: readonly Change[]
  /** Parked streams whose person it erases. */
  erased: readonly string[]
}

/** Null if the projection skips the event. @throws {FoldFailed} or {ProjectionHalted} */
function foldedBy(member: Member, handed: LoggedEvent, { discarded }: Draft): Folded | null {
  const event = handed as RecordedEvent
  const { projection, parked } = member
  const isSubscribed = event.type in projection.on
  // Most events are for few projections of a group.
  if (!isSubscribed && parked.size === 0) return null
  if (event.position <= member.position || member.skipped.has(event.id)) return null
  const from = parked.get(event.stream)?.position
  // A parked event stays parked, even an erasure.
  if (event.position === from) return null
  const erased = erasedWith(event, member)
  const isFreed = erased.includes(event.stream) || discarded.get(member)?.has(event.stream) === true
  const isParked = from !== undefined && event.position >= from && !isFreed
  if (!isSubscribed || isParked) return { member, event, isSubscribed: false, changes: [], erased }
  if (isUnreadable(handed)) refuse(projection.name, handed)
  try {
    return { member, event, isSubscribed, changes: changesOf(projection, event), erased }
  } catch (cause) {
    throw new FoldFailed(projection.name, event, cause)
  }
}

function collect({ member, event, isSubscribed, changes, erased }: Folded, draft: Draft): void {
  const { parts, discarded, taken } = draft
  for (const stream of erased) discarded.set(member, (discarded.get(member) ?? new Set()).add(stream))
  if (isSubscribed) taken.set(member, (taken.get(member) ?? 0) + 1)
  for (const change of changes) {
    const table = member.tables.get(change.table)
    if (!table) throw new Error(`${member.projection.name} has no table ${change.table}`)
    const part = parts.get(table)
    if (part) part.steps.push({ change, event })
    else parts.set(table, { member, table, steps: [{ change, event }] })
  }
}

/** @throws {ProjectionHalted} for an event of a newer build, which must project it; else {FoldFailed} */
function refuse(projection: string, event: UnreadableEvent): never {
  const { reason, message } = event.unreadable
  if (reason === 'newer-version') throw new ProjectionHalted(projection, message)
  throw new FoldFailed(projection, event, new EventUnreadable(event))
}

/** The parked streams of the person whom an event erases: an erasure must not wait behind a parked event. */
function erasedWith(event: RecordedEvent, { parked }: Member): string[] {
  if (parked.size === 0 || !findShape(event.type)?.erases) return []
  return [...parked].filter(([, { person }]) => person === idOf(event.stream)).map(([stream]) => stream)
}
