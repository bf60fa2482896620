import type { Position } from '@tba/event-store/port.ts'
import type { CommonQueryMethods } from 'slonik'
import { cut, type Delivery, type Member } from '../engine/batch.ts'
import { foldBatch, writesOf } from '../engine/commit.ts'
import { atomically, type Connection } from '../engine/connection.ts'
import { usualPace } from '../engine/pace.ts'
import { readParked } from '../engine/parked.ts'
import { origin } from '../engine/projection.ts'
import { rate } from '../engine/rate.ts'
import { takeSteps } from '../engine/steps.ts'
import { upTo } from '../verify.ts'
import type { ReplayDeps } from './deps.ts'
import type { Room } from './failure.ts'
import { Fenced } from './fenced.ts'
import { madeOf } from './folded-tables.ts'
import type { Taken } from './taken.ts'

/** What was left out, since the live one waited with it, is in the live tables now: what was folded is of no use. */
export class MadeOfOther extends Error {}

export type Into = {
  taken: Taken
  anew: Member
  connection: Connection
  signal: AbortSignal
  /** What the tables were made of, up to where they stand; null at the beginning. */
  made: string | null
}

/** Folds a projection on into tables of a replay; how far they are moves with them, in the row of the replay. */
export class Folding {
  done: number
  private made: string | null
  private readonly deps: ReplayDeps & Room
  private readonly into: Into
  private readonly measured = rate()

  constructor(deps: ReplayDeps & Room, into: Into) {
    this.deps = deps
    this.into = into
    this.done = into.taken.done
    this.made = into.made
  }

  get position(): Position {
    return this.into.anew.position
  }

  /**
   * Leaves out, as the live version does, what waits behind an event that it cannot take in.
   * @param db where the live version is looked at. @throws {MadeOfOther} {Fenced}
   */
  async upTo(position: Position, db: CommonQueryMethods): Promise<void> {
    const { anew, signal } = this.into
    const { projection } = anew
    const rows = (await readParked(db)).filter(
      row => row.projection === projection.name && row.version === projection.version,
    )
    const at = anew.position
    if (at !== origin && this.made !== madeOf(projection, rows, at)) throw new MadeOfOther()
    if (position <= at) return
    const parked = new Map(rows.map(row => [row.stream, row.position]))
    for await (const { events, position: end } of upTo(this.deps.log, projection, position, at)) {
      signal.throwIfAborted()
      this.deps.assertRoom()
      const taken = events.filter(event => !(event.position >= (parked.get(event.stream) ?? '~')))
      this.done += events.length - taken.length
      await this.fold({ events: taken, position: end }, upTo => madeOf(projection, rows, upTo))
    }
  }

  private async fold(delivery: Delivery, made: (at: Position) => string): Promise<void> {
    const { anew, connection } = this.into
    let rest: Delivery | null = delivery
    while (rest) {
      const batch = cut([anew], rest, usualPace.start)
      const tables = await foldBatch(connection, batch)
      const stay = { position: this.position, done: this.done, made: made(this.position), count: 0 }
      await takeSteps(connection, tables, { first: () => this.move(stay) })
      const done = this.done + batch.eventCount
      const now = made(batch.position)
      const first = () => this.move({ position: batch.position, done, made: now, count: batch.eventCount })
      await atomically(connection, first, tables.flatMap(writesOf))
      this.measured.took(batch.eventCount)
      anew.position = batch.position
      this.done = done
      this.made = now
      rest = batch.rest
    }
  }

  private async move(to: { position: Position; done: number; made: string; count: number }): Promise<void> {
    const { taken, connection } = this.into
    const moved = await connection.query({
      name: 'move replay',
      text: `
        update jobs.replays set position = $3, done = $4, folded = $5, rate = $6, tries = 0, moved_at = now()
        where id = $1 and epoch = $2 and over_at is null returning 1`,
      values: [taken.id, taken.epoch, to.position, to.done, to.made, this.measured.with(to.count)],
    })
    if (moved.length === 0) throw new Fenced('another worker has this replay')
  }
}
