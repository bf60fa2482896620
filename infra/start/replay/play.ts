import type { EventStore, Position, ReadLinesOptions } from '@tba/event-store/port.ts'
import { ExpiredVisits } from '@tba/projector/replays/expired-visits.ts'
import { playedLines, playedOf } from '@tba/projector/replays/played-lines.ts'
import { csvHeader, csvLine } from '@tba/query-api/admins/csv.ts'
import { eventCells, eventColumns } from '@tba/query-api/replays/event-csv.ts'
import { historyEventOf } from '@tba/runtime/log/history-event.ts'
import { historyLine } from '@tba/runtime/log/history-lines.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import type { Wish } from './arguments.ts'
import type { Output } from './output.ts'
import { rhythm } from './rhythm.ts'
import type { Telling } from './telling.ts'

export type Playing = { wish: Wish; output: Output; told: Telling; signal: AbortSignal }

/** So much text goes out at once. */
const pieceChars = 256_000

/** Plays the log up to where it ended at the beginning: in either event store. */
export async function play(store: EventStore, playing: Playing): Promise<void> {
  const { speed, format } = playing.wish
  const end = await store.head()
  const gone = await ExpiredVisits.of(store)
  const form = format === 'ndjson' && speed === null ? playedLines(playing.wish, gone) : null
  if (end !== null && form) await playLines(store, playing, { upTo: end, form })
  else await playEvents(store, playing, { end, gone })
}

async function playLines(store: EventStore, { output, told, signal }: Playing, part: ReadLinesOptions) {
  for await (const { text, lines } of store.readLines(part)) {
    if (signal.aborted) break
    if (lines > 0) await output.write(text)
    told.add(lines)
  }
}

type Part = { end: Position | null; gone: ExpiredVisits }

async function playEvents(store: EventStore, playing: Playing, { end, gone }: Part): Promise<void> {
  const { wish, output, told, signal } = playing
  const { types, speed, format } = wish
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
      if (event.position > end || signal.aborted) break
      if (!isPlayed(event)) continue
      await turn?.(event.recordedAt)
      if (signal.aborted) break
      piece += lineOf(event)
      count += 1
      if (turn || piece.length >= pieceChars) await flush()
    }
  }
  await flush()
}

type Stored = Parameters<typeof maskEvent>[0]
const asCsv = (event: Stored) => csvLine(eventCells(historyEventOf(maskEvent(event))))
