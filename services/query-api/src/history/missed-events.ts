import type { EventStore, Position } from '@tba/event-store/port.ts'
import { type EventFilter, matches } from '@tba/events/history/filter.ts'
import type { ReadSide } from '@tba/events/history/views.ts'
import { toldOf } from './log-watch.ts'
import type { Told } from './watcher.ts'

const pageSize = 500
/** Whoever searches a long log for a rare event hears that it goes on, and where it is. */
const headEveryMs = 1_000

type Page = { told: readonly Told[]; reached: Position }
export type Missed = AsyncGenerator<Page>

/** The log's events behind a position, as far as another one, a page at a time: as fast as they are taken. */
export async function* missedBetween(
  store: Pick<EventStore, 'readAll'>,
  { after, upTo }: { after: Position; upTo: Position },
): Missed {
  let at = after
  while (at < upTo) {
    const page = await Array.fromAsync(store.readAll({ after: at, limit: pageSize }))
    const known = page.filter(event => event.position <= upTo)
    at = known.at(-1)?.position ?? upTo
    yield { told: known.map(toldOf), reached: at }
  }
}

type Telling = {
  filter: EventFilter
  /** The first page, which was read before. */
  first: IteratorResult<Page>
  missed: Missed
  readSide: () => Promise<ReadSide>
}

/** The messages of what was missed, and between them how far the log has been read. */
export async function* missedMessages({ filter, first, missed, readSide }: Telling): AsyncGenerator<string> {
  let saidAt = performance.now()
  for (let page = first; !page.done; page = await missed.next()) {
    const { told, reached } = page.value
    const messages = told.filter(({ event }) => matches(event, filter)).map(({ message }) => message())
    if (performance.now() - saidAt >= headEveryMs) {
      const said = await readSide().catch(() => null)
      if (said) messages.push(headMessage(said, reached))
      saidAt = performance.now()
    }
    if (messages.length > 0) yield messages.join('')
  }
}

/** @param reached up to here everything was told: who comes back goes on behind it. Empty in an empty log */
export const headMessage = (said: ReadSide, reached: Position): string =>
  `${reached && `id: ${reached}\n`}event: head\ndata: ${JSON.stringify(said)}\n\n`
