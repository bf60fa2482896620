import type { PackedPosition } from '@tba/event-store/packed-position.ts'
import type { Position } from '@tba/event-store/port.ts'
import { told } from '@tba/events/history/told.ts'
import type { JsonObject } from '@tba/events/json.ts'
import { Held } from '../held.ts'
import type { HistoryRows } from '../history-rows.ts'
import { Look } from '../look.ts'
import type { AccountRow, SessionRow } from '../owners.ts'
import type { Between } from '../places.ts'
import { beforeAll, placeOf, wordsOf } from '../places.ts'
import type { TieRow } from '../ties.ts'

/** `stream` is a visit's key, or that of a fact where it is negative, which may name a visit. */
export type Made = { stream: number; type: string; data?: JsonObject; carrier?: number; atMs?: number }

export const placeAt = (index: number) => placeOf(0, 0, 0, index + 1)

/** The tables of the history, made of these events. Places are their numbers. */
export class MadeHistory {
  readonly events: (Made | null)[] = []
  tieRows: TieRow[] = []
  accountRows: { row: AccountRow; place: PackedPosition }[] = []
  private readonly kindKeys = new Map<string, number>()
  private readonly kindRows = new Map<number, [key: number, type: string, said: JsonObject]>()
  /** What was asked of which table. */
  readonly asked: string[] = []
  /** What the columns may take. */
  mostBytes = 2 ** 30

  get end(): PackedPosition {
    return this.events.length === 0 ? beforeAll : placeAt(this.events.length - 1)
  }

  add(...events: Made[]): PackedPosition {
    this.events.push(...events)
    return this.end
  }

  look(held: Held, assertWanted = () => {}): Look {
    const rows = this as unknown as HistoryRows
    const [position, upTo] = ['at the end' as Position, this.end]
    const readLog = async () => []
    return new Look({ held, rows, position, upTo, version: '', readLog, assertWanted })
  }

  held(length?: number): Held {
    return new Held(this.mostBytes, length)
  }

  private between({ after, upTo }: Between) {
    return [...this.events.entries()].flatMap(([index, event]) => {
      const place = placeAt(index)
      return event && place > after && place <= upTo ? [{ index, place, ...event }] : []
    })
  }

  async rows(between: Between, limit: number, sink: Parameters<HistoryRows['rows']>[2]) {
    this.asked.push('rows')
    const view = new DataView(new ArrayBuffer(16))
    for (const { index, stream, atMs } of this.between(between).slice(0, limit)) {
      for (const [word, value] of wordsOf(placeAt(index)).entries()) view.setUint32(word * 4, value)
      sink.row(view, 0, atMs ?? index, stream, this.kindAt(index))
    }
  }

  /** Events of one type that say the same are of one kind, which is above zero for those of visits. */
  private kindAt(index: number): number {
    const { stream, type, data = {} } = this.events[index] as Made
    const said = told(type, data)
    const name = JSON.stringify([stream > 0, type, said])
    const key = this.kindKeys.get(name) ?? (this.kindKeys.size + 1) * (stream > 0 ? 1 : -1)
    this.kindKeys.set(name, key)
    this.kindRows.set(key, [key, type, said])
    return key
  }

  async carried(between: Between) {
    return this.between(between).flatMap(({ place, carrier }) => (carrier ? [[place, carrier]] : []))
  }

  async kinds(keys: readonly number[]) {
    this.asked.push(`${keys.length} kinds`)
    return keys.flatMap(key => {
      const row = this.kindRows.get(key)
      return row ? [row] : []
    })
  }

  async starts(streams: readonly number[], upTo: PackedPosition) {
    this.asked.push('starts')
    return this.between({ after: beforeAll, upTo }).flatMap(({ index, stream, type }) =>
      type === 'VisitStarted' && streams.includes(stream) ? [[stream, this.kindAt(index)]] : [],
    )
  }

  async placesOf(periods: readonly unknown[]) {
    return periods.map(() => [placeAt(0), this.end])
  }

  async ties({ after, upTo }: Between): Promise<TieRow[]> {
    const found = this.tieRows.filter(([, , , place]) => place > after && place <= upTo)
    this.asked.push(`${found.length} ties`)
    return found
  }

  async accounts(after: PackedPosition): Promise<AccountRow[]> {
    return this.accountRows.filter(({ place }) => place > after).map(({ row }) => row)
  }

  async sessions(): Promise<SessionRow[]> {
    return []
  }
}
