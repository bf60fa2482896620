import { packed } from '@tba/event-store/packed-position.ts'
import type { Position } from '@tba/event-store/port.ts'
import { streams } from '@tba/events/streams.ts'
import { nameKey } from '@tba/runtime/history/row-keys.ts'
import { Held } from './held.ts'
import { HistoryRows } from './history-rows.ts'
import { Look } from './look.ts'
import type { ReadLog } from './messages.ts'
import { beforeAll } from './places.ts'
import type { Standing } from './standing.ts'

export type EngineOptions = {
  connectionString: string
  /** What the columns may take. */
  mostBytes: number
  readLog: ReadLog
  /** @throws where nobody waits for the answer any more */
  assertWanted: () => void
}

/**
 * Keeps columns of the history in memory, and brings them up to date before each look. What changed in the tables behind
 * its back (they were folded anew, or a stream that was parked was taken in) makes it begin again,
 * and so do too many kinds, none of which can be forgotten alone.
 */
export class Engine {
  private readonly options: EngineOptions
  private rows: HistoryRows | null = null
  private held: Held
  private standing: Standing | null = null
  /** How often what was in memory turned out to be void: part of the keys of kept answers. */
  private voids = 0

  constructor(options: EngineOptions) {
    this.options = options
    this.held = new Held(options.mostBytes)
  }

  /** One look, of which there is one at a time: all that is read in it is as the history was at one moment. */
  async look<T>(work: (look: Look) => Promise<T>): Promise<T> {
    const rows = await this.connected()
    return rows.within(async standing => {
      if (this.standing && (this.held.isCrowded || !isContinued(this.standing, standing))) {
        this.held = new Held(this.options.mostBytes)
        this.voids++
      }
      this.standing = standing
      const { position } = standing
      const upTo = position === '' ? beforeAll : packed(position)
      const { held } = this
      await this.expire(rows, standing)
      const version = `${standing.table} ${this.voids}`
      const result = await work(new Look({ ...this.options, held, rows, position, upTo, version }))
      held.reached(upTo)
      return result
    })
  }

  get isLost(): boolean {
    return this.rows?.isLost ?? true
  }

  /** Takes in what was recorded since the last look, where its end is in memory, so that the next one has little to do. */
  async keepUp(): Promise<void> {
    if (this.held.columns.segments.length === 0) return
    await this.look(look => look.keepUp())
  }

  async close(): Promise<void> {
    await this.rows?.close()
  }

  private async connected(): Promise<HistoryRows> {
    if (this.rows && !this.rows.isLost) return this.rows
    this.rows = await HistoryRows.connect(this.options.connectionString)
    return this.rows
  }

  private async expire(rows: HistoryRows, { position }: Standing): Promise<void> {
    const { held } = this
    const upTo = position === '' ? beforeAll : packed(position)
    if (held.columns.streams.size > 0 && held.expiredUpTo < upTo) {
      const places = await rows.expiries(held.expiredUpTo)
      for (const { place, data } of places.length > 0 ? await this.options.readLog(places, position) : []) {
        const visits = Array.isArray(data.visits) ? data.visits : []
        const gone = visits.map(id => held.columns.streams.find(nameKey(streams.visit(String(id)))))
        held.expire(new Set(gone.filter(visit => visit >= 0)), place)
        this.voids++
      }
    }
    held.expiredUpTo = upTo
  }
}

/** Whether all that was read of the tables as they stood still holds, and only more has come behind it. */
function isContinued(before: Standing, now: Standing): boolean {
  if (before.table !== now.table || now.position < before.position) return false
  if (before.position !== '' && generationOf(before.position) !== generationOf(now.position)) return false
  return [...before.parked].every(([stream, event]) => now.parked.get(stream) === event)
}

/** In PostgreSQL a position begins with it; a log in EventStoreDB has none. */
const generationOf = (position: Position) => (position[8] === '-' ? position.slice(0, 8) : '')
