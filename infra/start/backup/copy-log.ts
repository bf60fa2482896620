import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import type { NewEvent } from '@tba/event-store/port.ts'
import { openLedger } from './ledger.ts'

/** An event of a log without its position. */
export type LogEvent = Required<NewEvent> & { stream: string }

/** `text`: the event as JSON. `revision`: its revision in the copy. */
type Copying = { event: LogEvent; text: string; revision: number }

/** A source or target of events: a log, or the file of a backup. */
export type End = {
  /** All events acknowledged so far, in order. */
  events(): AsyncGenerator<LogEvent>
  write(batches: AsyncIterable<readonly Copying[]>): Promise<void>
}

export type CopiedLog = { events: number; streams: number; newest: string | null }

const batchLimits = { events: 1_000, characters: 4 * 1024 * 1024 }

type Copy = { from: End; to: End; say: (line: string) => void }

/**
 * Copies a log event by event. The target must hold the beginning of the source, as after an interrupted copy. This is checked
 * before anything is written, and the copy continues there. At the end the target is read again: order, counts and the hash of
 * each stream must equal the source.
 * @throws {StartRefusal}
 */
export async function copyLog({ from, to, say }: Copy): Promise<CopiedLog> {
  using ledger = openLedger()
  await using held = to.events()
  let { value: there } = await held.next()
  const copied = { events: 0, newest: null as string | null }

  async function* missing(): AsyncGenerator<Copying> {
    for await (const event of from.events()) {
      const text = JSON.stringify(event)
      const revision = ledger.source.add(event.stream, text) - 1
      copied.events++
      copied.newest = event.recordedAt
      say(`${there ? 'Comparing' : 'Copying'} the log: ${count(copied.events)} events…`)
      if (!there) yield { event, text, revision }
      else if (there.id !== event.id) throw new StartRefusal(otherEvents)
      else ({ value: there } = await held.next())
    }
    if (there) throw new StartRefusal(otherEvents)
  }

  await to.write(inBatches(missing()))
  let verified = 0
  for await (const event of to.events()) {
    ledger.copy.add(event.stream, JSON.stringify(event))
    say(`Verifying the copy: ${count(++verified)} events…`)
  }
  const differing = ledger.differing()
  if (differing.length > 0 || ledger.source.order() !== ledger.copy.order()) {
    throw new StartRefusal(
      `The copy is not what was copied: ${differing.join(', ') || 'the order of its events'} differs. ${again}`,
    )
  }
  return { ...copied, streams: ledger.source.streams() }
}

const again = 'Copy into an empty one.'
const otherEvents = `The log to copy into holds other events than the beginning of the one to copy. ${again}`
export const count = (events: number): string => events.toLocaleString('en-US')

async function* inBatches(events: AsyncIterable<Copying>): AsyncGenerator<readonly Copying[]> {
  let batch: Copying[] = []
  let characters = 0
  for await (const event of events) {
    batch.push(event)
    characters += event.text.length
    if (batch.length < batchLimits.events && characters < batchLimits.characters) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}
