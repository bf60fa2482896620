import { createHash } from 'node:crypto'
import type { Position } from '@tba/event-store/port.ts'
import { origin } from '@tba/event-store/position.ts'
import type { EventLog, LoggedEvent } from '@tba/runtime/log/event-log.ts'
import type { CommonQueryMethods } from 'slonik'
import { type Delivery, type Member, takeBatch } from '../engine/commit/batch.ts'
import { defaultBatchSize } from '../engine/commit/batch-size.ts'
import { foldBatch, writesOf } from '../engine/commit/commit.ts'
import { takeSteps } from '../engine/commit/steps.ts'
import { atomically, type Connection } from '../engine/database/connection.ts'
import { readParked } from '../engine/parked/parked.ts'
import { type Projection, typesOf } from '../engine/projection.ts'

/** A stream was left out because the live version waited. The live tables contain it now, so the fold cannot be used. */
export class FoldOutdated extends Error {
  override readonly name = 'FoldOutdated'
}

/** Position and event count of the tables, and what they are made of: see `sourceKeyOf`. */
export type Folded = { position: Position; done: number; sourceKey: string | null }

export type FoldTarget = {
  log: EventLog
  /** The tables beside the live ones. */
  member: Member
  connection: Connection
  /** The progress of an earlier worker. */
  left: Folded
  signal?: AbortSignal | undefined
  /** At the start of each transaction that writes to the tables. */
  onMove(to: Folded): Promise<void>
}

/** Folds a projection into tables beside the live ones. */
export class Folding {
  at: Folded
  readonly #into: FoldTarget

  constructor(target: FoldTarget) {
    this.#into = target
    this.at = target.left
  }

  /**
   * Leaves out the same parked events as the live version.
   * @param db the connection that reads the live version
   * @throws {FoldOutdated} if other events are parked than before
   */
  async upTo(position: Position, db: CommonQueryMethods): Promise<void> {
    const { log, signal, member } = this.#into
    const { projection } = member
    const { position: at, sourceKey } = this.at
    const rows = (await readParked(db)).filter(
      row => row.projection === projection.name && row.version === projection.version,
    )
    if (at !== origin && sourceKey !== sourceKeyOf(projection, rows, at)) throw new FoldOutdated()
    if (position <= at) return
    const parked = new Map(rows.map(row => [row.stream, row.position]))
    for await (const { events, position: end } of deliveries(log, projection, {
      after: at,
      upTo: position,
    })) {
      signal?.throwIfAborted()
      const kept = events.filter(event => !(event.position >= (parked.get(event.stream) ?? '~')))
      this.at = { ...this.at, done: this.at.done + events.length - kept.length }
      await this.#fold({ events: kept, position: end }, upTo => sourceKeyOf(projection, rows, upTo))
    }
  }

  async #fold(delivery: Delivery, sourceKey: (at: Position) => string): Promise<void> {
    const { member, connection, onMove } = this.#into
    let rest: Delivery | null = delivery
    while (rest) {
      const batch = takeBatch([member], rest, defaultBatchSize.start)
      const tables = await foldBatch(connection, batch)
      const stay = { ...this.at, sourceKey: sourceKey(this.at.position) }
      await takeSteps(connection, tables, { first: () => onMove(stay) })
      const { position, eventCount } = batch
      const moved = { position, done: this.at.done + eventCount, sourceKey: sourceKey(position) }
      await atomically(connection, () => onMove(moved), tables.flatMap(writesOf))
      member.position = position
      this.at = moved
      rest = batch.rest
    }
  }
}

/** A projection's events after one position up to another, in batches. */
async function* deliveries(
  log: EventLog,
  projection: Projection,
  { after, upTo }: { after: Position; upTo: Position },
): AsyncGenerator<Delivery> {
  let events: LoggedEvent[] = []
  const from = after === origin ? {} : { after }
  for await (const event of log.readAllTolerantly({ types: typesOf([projection]), ...from })) {
    if (event.position > upTo) break
    if (events.push(event) < defaultBatchSize.start) continue
    yield { events, position: event.position }
    events = []
  }
  yield { events, position: upTo }
}

type ParkedAt = { stream: string; position: Position }

/**
 * What tables at a position are made of: the projection's version, and which streams were left out from where. If this has
 * changed, the tables cannot be used.
 */
export function sourceKeyOf({ name, version }: Projection, parked: readonly ParkedAt[], at: Position) {
  const leftOut = parked
    .filter(({ position }) => position <= at)
    .map(({ stream, position }) => `${position} ${stream}`)
  const digest = createHash('sha256').update(leftOut.toSorted().join('\n')).digest('hex')
  return `${name} ${version} ${digest}`
}
