import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '@tba/event-store/port.ts'
import { replayedEvents } from '@tba/runtime/log/replayed-events.ts'
import type { Wish } from './arguments.ts'
import type { Output } from './output.ts'
import { lineSink, type Sink } from './sink.ts'

export type Playing = {
  wish: Wish
  output: Output
  /** So many more events went out. */
  written: (count: number) => void
  signal: AbortSignal
}

/** So much text goes out at once. */
const pieceChars = 256_000

/** Plays the log up to where it ended at the beginning: in either event store. */
export async function play(store: EventStore, playing: Playing): Promise<void> {
  const { wish, signal } = playing
  const end = await store.head()
  const turn = wish.speed === null ? null : rhythm(wish.speed, signal)
  await using sink = await sinkOf(playing)
  if (end !== null) {
    for await (const { event, isPlayed } of replayedEvents(store, { filter: wish, end })) {
      if (signal.aborted) break
      if (!isPlayed) continue
      if (turn) await turn(event.recordedAt)
      if (signal.aborted) break
      const full = sink.add(event)
      if (full) await full
    }
  }
  if (!signal.aborted) await sink.end()
}

async function sinkOf({ wish: { format, speed }, output, written }: Playing): Promise<Sink> {
  if (format !== 'parquet')
    return lineSink(format, { output, written, pieceChars: speed === null ? pieceChars : 0 })
  // Loaded late: its library is large.
  const { parquetSink } = await import('./parquet.ts')
  return parquetSink(output, written)
}

/** Timers count no further than some weeks. */
const longestMs = 86_400_000

/** Waits until an event's turn has come: as long after the first one as it was recorded, divided by the speed. */
function rhythm(speed: number, signal: AbortSignal) {
  let first: { recordedMs: number; ms: number } | null = null
  return async (recordedAt: string): Promise<void> => {
    const recordedMs = Date.parse(recordedAt)
    // A damaged time has no turn.
    if (Number.isNaN(recordedMs)) return
    first ??= { recordedMs, ms: performance.now() }
    // Where the log's clock stepped back, it is behind its turn already.
    for (;;) {
      const leftMs = first.ms + (recordedMs - first.recordedMs) / speed - performance.now()
      if (leftMs <= 0 || signal.aborted) return
      await pause(Math.min(leftMs, longestMs), undefined, { signal }).catch(() => {})
    }
  }
}
