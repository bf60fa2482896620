import type { EventStore } from '@tba/event-store/port.ts'
import { ExpiredVisits } from '@tba/projector/replays/expired-visits.ts'
import { playedOf } from '@tba/projector/replays/matching.ts'
import { csvHeader, csvLine } from '@tba/query-api/admins/csv.ts'
import { eventCells, eventColumns } from '@tba/query-api/replays/event-csv.ts'
import { historyEventOf, historyLine } from '@tba/runtime/log/history-event.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import type { Wish } from './arguments.ts'
import type { Output } from './output.ts'
import { rhythm } from './rhythm.ts'
import type { Telling } from './telling.ts'

export type Playing = { wish: Wish; output: Output; told: Telling; signal: AbortSignal }

/** So much text goes out at once. */
const pieceChars = 256_000

/** Plays the log up to where it ended at the beginning: in either event store. */
export async function play(store: EventStore, { wish, output, told, signal }: Playing): Promise<void> {
  const { types, speed, format } = wish
  const end = await store.head()
  const gone = await ExpiredVisits.of(store)
  const isPlayed = playedOf(wish, gone)
  const turn = speed === null ? null : rhythm(speed, signal)
  const lineOf = format === 'csv' ? asCsv : historyLine
  let piece = format === 'csv' ? csvHeader(eventColumns) : ''
  let count = 0
  const flush = async () => {
    await output.write(piece)
    told.add(count)
    piece = ''
    count = 0
  }
  if (end !== null) {
    for await (const event of store.readAll(types.length > 0 ? { types } : {})) {
      if (event.position > end) break
      if (!isPlayed(event)) continue
      if (turn) await turn(event.recordedAt)
      if (signal.aborted) break
      piece += lineOf(event)
      count += 1
      if (turn || piece.length >= pieceChars) await flush()
      if (count === 0 && signal.aborted) break
    }
  }
  await flush()
}

type Stored = Parameters<typeof maskEvent>[0]
const asCsv = (event: Stored) => csvLine(eventCells(historyEventOf(maskEvent(event))))
