import type { EventStore, Position } from '@tba/event-store/port.ts'
import { historyLine } from '@tba/runtime/log/history-event.ts'
import type { Taken } from './deps.ts'
import { type Bounds, ExpiredVisits, playedOf } from './matching.ts'
import type { Result } from './result.ts'

type Playing = {
  store: EventStore
  taken: Taken
  bounds: Bounds
  /** The last event that is played. */
  end: Position
  result: Result
  /** Aborts where it is cancelled, or this process has to stop. */
  signal: AbortSignal
}

/** Events that follow on each other in the log, as lines. */
type Stretch = { text: string; lines: number; events: number; last: Position }

/**
 * Goes through the log from where the replay stands, and keeps each event that was asked for as the history shows it:
 * nothing in it is opened. @returns how many events it went through
 */
export async function playStream(playing: Playing): Promise<number> {
  const { store, taken, result, signal } = playing
  let { position, done } = taken
  const gone = await ExpiredVisits.of(store)
  for await (const { text, lines, events, last } of stretches(playing, gone)) {
    result.add(text, lines)
    done += events
    position = last
    signal.throwIfAborted()
    if (result.isDue()) await result.commit({ position, done })
  }
  signal.throwIfAborted()
  await result.commit({ position, done })
  return done
}

/** How many events make a piece. */
const stretchEvents = 250

async function* stretches(
  { store, taken, bounds, end }: Playing,
  gone: ExpiredVisits,
): AsyncGenerator<Stretch> {
  const { types } = bounds
  const after = taken.position && { after: taken.position }
  const isPlayed = playedOf(bounds, gone)
  const events = store.readAll({ ...after, ...(types.length > 0 && { types }) })
  let stretch = { text: '', lines: 0, events: 0, last: taken.position }
  for await (const event of events) {
    if (event.position > end) break
    if (isPlayed(event)) {
      stretch.text += historyLine(event)
      stretch.lines += 1
    }
    stretch.events += 1
    stretch.last = event.position
    if (stretch.events < stretchEvents) continue
    yield stretch
    stretch = { text: '', lines: 0, events: 0, last: event.position }
  }
  yield stretch
}
