import { setTimeout as pause } from 'node:timers/promises'
import type { EventStore, Position, StoredEvent } from '@tba/event-store/port.ts'
import { categoryOf, streams } from '@tba/events/streams.ts'
import { eventFiles } from '@tba/query-api/history/export-lines.ts'
import { personHashOf, personIdOf } from '@tba/runtime/email-hash.ts'
import { historyEventOf, withPerson } from '@tba/runtime/log/history-event.ts'
import { maskEvent } from '@tba/runtime/log/mask-event.ts'
import { replayedEvents } from '@tba/runtime/log/replayed-events.ts'
import type { ReplayOptions } from './arguments.ts'

type Playing = {
  options: ReplayOptions
  /** As `referrerHost` gives it. Its pages are no sources of visits. */
  siteHost: string | null
  /** Called with the number of events just read. */
  onRead: (count: number) => void
}

/** They end what belongs to a person under an address. */
const partErasures = ['LeadErased', 'QuestionnaireErased', 'EmailReleased']

/** Characters per piece. */
const pieceChars = 256_000

/** The log up to its end at the start, from either event store, in the chosen format. */
export async function* play(
  store: EventStore,
  { options, siteHost, onRead }: Playing,
): AsyncGenerator<string | Uint8Array> {
  const { format, speed } = options
  const events = playedEvents(store, options)
  if (format === 'parquet') {
    // Loaded late: its library is large.
    const { parquetOf } = await import('./parquet.ts')
    return yield* parquetOf(events, { siteHost, onRead })
  }
  const { head, linesOf } = eventFiles[format]
  let [piece, count] = [head(), 0]
  for await (const event of events) {
    const person = personIdOf(personHashOf(event))
    piece += linesOf([withPerson(historyEventOf(maskEvent(event)), person)])
    count++
    if (speed === null && piece.length < pieceChars) continue
    yield piece
    onRead(count)
    piece = ''
    count = 0
  }
  yield piece
  onRead(count)
}

async function* playedEvents(store: EventStore, options: ReplayOptions): AsyncGenerator<StoredEvent> {
  const end = await store.head()
  if (end === null) return
  const turn = options.speed === null ? null : pacer(options.speed)
  const erased = new Map<string, Position>()
  for await (const { stream, position } of store.readAll({ types: partErasures }))
    erased.set(stream, position)
  for await (const { event, isPlayed } of replayedEvents(store, { filter: options, end })) {
    if (!isPlayed) continue
    if (turn) await turn(event.recordedAt)
    const erasedAt = erased.get(event.stream)
    yield erasedAt && event.position <= erasedAt ? ofNobody(event) : event
  }
}

/** Without the hash of an address, which leads to the person. */
const ofNobody = ({ stream, data, ...event }: StoredEvent): StoredEvent => ({
  ...event,
  stream: categoryOf(stream) === 'email' ? streams.email('') : stream,
  data: personHashOf({ stream: '', data }) === undefined ? data : { ...data, emailHash: null },
})

/** Timers are limited to some weeks. */
const maxTimerMs = 86_400_000

/** Waits for the time of an event: its distance from the first one, divided by the speed. */
function pacer(speed: number) {
  let first: { recordedMs: number; ms: number } | null = null
  return async (recordedAt: string): Promise<void> => {
    const recordedMs = Date.parse(recordedAt)
    // A damaged time is not waited for.
    if (Number.isNaN(recordedMs)) return
    first ??= { recordedMs, ms: performance.now() }
    // After a clock step the time is already past.
    for (;;) {
      const leftMs = first.ms + (recordedMs - first.recordedMs) / speed - performance.now()
      if (leftMs <= 0) return
      await pause(Math.min(leftMs, maxTimerMs))
    }
  }
}
