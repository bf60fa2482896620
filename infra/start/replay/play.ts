import type { EventStore } from '@tba/event-store/port.ts'
import { ExpiredVisits, playedOf } from '@tba/projector/replays/matching.ts'
import type { Wish } from './arguments.ts'
import type { Output } from './output.ts'
import { rhythm } from './rhythm.ts'
import { lineSink, type Sink } from './sink.ts'
import type { Telling } from './telling.ts'

export type Playing = { wish: Wish; output: Output; progress: Telling; signal: AbortSignal }

/** So much text goes out at once. */
const pieceChars = 256_000

/** Plays the log up to where it ended at the beginning: in either event store. */
export async function play(store: EventStore, playing: Playing): Promise<void> {
  const { wish, signal } = playing
  const end = await store.head()
  const gone = await ExpiredVisits.of(store)
  const isPlayed = playedOf(wish, gone)
  const turn = wish.speed === null ? null : rhythm(wish.speed, signal)
  await using sink = await sinkOf(playing)
  if (end !== null) {
    for await (const event of store.readAll(wish.types.length > 0 ? { types: wish.types } : {})) {
      if (event.position > end) break
      if (!isPlayed(event)) continue
      if (turn) await turn(event.recordedAt)
      if (signal.aborted) break
      const full = sink.add(event)
      if (full) await full
      if (signal.aborted) break
    }
  }
  if (!signal.aborted) await sink.end()
}

async function sinkOf({ wish: { format, speed }, output, progress }: Playing): Promise<Sink> {
  const written = (count: number) => progress.add(count)
  if (format !== 'parquet')
    return lineSink(format, { output, written, pieceChars: speed === null ? pieceChars : 0 })
  // Loaded late: its library is large.
  const { parquetSink } = await import('./parquet.ts')
  return parquetSink(output, written)
}
