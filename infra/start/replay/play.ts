import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore } from '@tba/event-store/port.ts'
import { replayedEvents } from '@tba/runtime/log/replayed-events.ts'
import type { ReplayOptions } from './arguments.ts'
import type { Output } from './output.ts'
import { lineSink, type Sink } from './sink.ts'

export type PlayInput = {
  options: ReplayOptions
  output: Output
  /** Called with the number of events just written. */
  written: (count: number) => void
  signal: AbortSignal
}

/** Characters per write. */
const pieceChars = 256_000

/** Replays the log up to its end at the start, in either event store. */
export async function play(store: EventStore, playing: PlayInput): Promise<void> {
  const { options, signal } = playing
  const end = await store.head()
  const turn = options.speed === null ? null : pacer(options.speed, signal)
  await using sink = await sinkOf(playing)
  if (end !== null) {
    for await (const { event, isPlayed } of replayedEvents(store, { filter: options, end })) {
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

async function sinkOf({ options: { format, speed }, output, written }: PlayInput): Promise<Sink> {
  if (format !== 'parquet')
    return lineSink(format, { output, written, pieceChars: speed === null ? pieceChars : 0 })
  // Loaded late: its library is large.
  const { parquetSink } = await import('./parquet.ts')
  return parquetSink(output, written)
}

/** Timers are limited to some weeks. */
const maxTimerMs = 86_400_000

/** Waits for the time of an event: its distance from the first one, divided by the speed. */
function pacer(speed: number, signal: AbortSignal) {
  let first: { recordedMs: number; ms: number } | null = null
  return async (recordedAt: string): Promise<void> => {
    const recordedMs = Date.parse(recordedAt)
    // A damaged time is not waited for.
    if (Number.isNaN(recordedMs)) return
    first ??= { recordedMs, ms: performance.now() }
    // After a clock step the time is already past.
    for (;;) {
      const leftMs = first.ms + (recordedMs - first.recordedMs) / speed - performance.now()
      if (leftMs <= 0 || signal.aborted) return
      await pause(Math.min(leftMs, maxTimerMs), undefined, { signal }).catch(() => {})
    }
  }
}
