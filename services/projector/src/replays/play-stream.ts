import { type EventStore, InvalidPosition, type Position } from '@tba/event-store/port.ts'
import { type Bounds, replayedEvents } from '@tba/runtime/log/replayed-events.ts'
import { origin } from '../engine/projection.ts'
import type { Move, Progress } from './progress.ts'

type Playing = {
  store: EventStore
  bounds: Bounds
  /** The last event that is played. */
  end: Position
  /** As an earlier worker left it. */
  left: Progress
  move: Move
  /** Aborts where it is cancelled, or this process has to stop. */
  signal: AbortSignal
}

const moveEveryMs = 400
const lookEvery = 250

/** Counts what is chosen of the log, from where the replay stands: whoever takes it along reads the log again. */
export async function playStream(playing: Playing): Promise<Progress> {
  const { left } = playing
  try {
    return await playOn(playing)
  } catch (error) {
    // What it stood at is gone from the log: in EventStoreDB, whose visits are scavenged.
    if (!(error instanceof InvalidPosition) || left.position === origin) throw error
    return playOn({ ...playing, left: { position: origin, done: 0, found: 0 } })
  }
}

async function playOn({ store, bounds, end, left, move, signal }: Playing): Promise<Progress> {
  let { position, done, found } = left
  let movedMs = Number.NEGATIVE_INFINITY
  for await (const { event, isPlayed } of replayedEvents(store, { bounds, after: position, end })) {
    position = event.position
    done += 1
    if (isPlayed) found += 1
    if (done % lookEvery > 0) continue
    signal.throwIfAborted()
    if (performance.now() - movedMs < moveEveryMs) continue
    await move({ position, done, found })
    movedMs = performance.now()
  }
  signal.throwIfAborted()
  await move({ position, done, found })
  return { position, done, found }
}
