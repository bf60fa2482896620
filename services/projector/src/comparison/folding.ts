import { createHash } from 'node:crypto'
import type { Position } from '@tba/event-store/port.ts'
import type { EventLog, LoggedEvent } from '@tba/runtime/log/event-log.ts'
import type { CommonQueryMethods } from 'slonik'
import { type Delivery, type Member, takeBatch } from '../engine/batch.ts'
import { defaultBatchSize } from '../engine/batch-size.ts'
import { foldBatch, writesOf } from '../engine/commit.ts'
import { atomically, type Connection } from '../engine/connection.ts'
import { readParked } from '../engine/parked.ts'
import { filterOf, origin, type Projection } from '../engine/projection.ts'
import { takeSteps } from '../engine/steps.ts'

/** What was left out, since the live version waited with it, is in the live tables now: what was folded is of no use. */
export class MadeOfOther extends Error {
  override readonly name = 'MadeOfOther'
}

/** How far the tables are, from how many events, and what they were made of: see `madeOf`. */
export type Folded = { position: Position; done: number; made: string | null }

export type Into = {
  log: EventLog
  /** The tables, beside the live ones. */
  member: Member
  connection: Connection
  /** How far an earlier worker came. */
  left: Folded
  signal?: AbortSignal | undefined
  /** At the beginning of each transaction that writes to the tables. */
  onMove(to: Folded): Promise<void>
}

/** Folds a projection into tables beside the live ones. */
export class Folding {
  at: Folded
  readonly #into: Into

  constructor(into: Into) {
    this.#into = into
    this.at = into.left
  }

  /**
   * Leaves out, as the live version does, what waits behind an event that it cannot take in.
   * @param db where the live version is looked at
   * @throws {MadeOfOther} where what waits is another than before
   */
  async upTo(position: Position, db: CommonQueryMethods): Promise<void> {
    const { log, signal, member } = this.#into
    const { projection } = member
    const { position: at, made } = this.at
    const rows = (await readParked(db)).filter(
      row => row.projection === projection.name && row.version === projection.version,
    )
    if (at !== origin && made !== madeOf(projection, rows, at)) throw new MadeOfOther()
    if (position <= at) return
    const parked = new Map(rows.map(row => [row.stream, row.position]))
    for await (const { events, position: end } of deliveries(log, projection, {
      after: at,
      upTo: position,
    })) {
      signal?.throwIfAborted()
      const taken = events.filter(event => !(event.position >= (parked.get(event.stream) ?? '~')))
      this.at = { ...this.at, done: this.at.done + events.length - taken.length }
      await this.#fold({ events: taken, position: end }, upTo => madeOf(projection, rows, upTo))
    }
  }

  async #fold(delivery: Delivery, made: (at: Position) => string): Promise<void> {
    const { member, connection, onMove } = this.#into
    let rest: Delivery | null = delivery
    while (rest) {
      const batch = takeBatch([member], rest, defaultBatchSize.start)
      const tables = await foldBatch(connection, batch)
      const stay = { ...this.at, made: made(this.at.position) }
      await takeSteps(connection, tables, { first: () => onMove(stay) })
      const { position, eventCount } = batch
      const moved = { position, done: this.at.done + eventCount, made: made(position) }
      await atomically(connection, () => onMove(moved), tables.flatMap(writesOf))
      member.position = position
      this.at = moved
      rest = batch.rest
    }
  }
}

/** A projection's events in the log, in batches, behind one position up to another. */
async function* deliveries(
  log: EventLog,
  projection: Projection,
  { after, upTo }: { after: Position; upTo: Position },
): AsyncGenerator<Delivery> {
  let events: LoggedEvent[] = []
  const from = after === origin ? {} : { after }
  for await (const event of log.readAllTolerantly({ ...filterOf([projection]), ...from })) {
    if (event.position > upTo) break
    if (events.push(event) < defaultBatchSize.start) continue
    yield { events, position: event.position }
    events = []
  }
  yield { events, position: upTo }
}

type ParkedAt = { stream: string; position: Position }

/**
 * What tables that stand at a position were made of: the projection's version, and from where on which streams were left
 * out. Where that is not what it would be now, they are of no use.
 */
export function madeOf({ name, version }: Projection, parked: readonly ParkedAt[], at: Position): string {
  const leftOut = parked
    .filter(({ position }) => position <= at)
    .map(({ stream, position }) => `${position} ${stream}`)
  const digest = createHash('sha256').update(leftOut.toSorted().join('\n')).digest('hex')
  return `${name} ${version} ${digest}`
}
