import { StartRefusal } from '@tba/embedded-postgres/refusal.ts'
import type { NewEvent } from '@tba/event-store/port.ts'
import { openStreamHashes } from './stream-hashes.ts'

/** An event of a log without its position. */
export type LogEvent = Required<NewEvent> & { stream: string }

/** `text`: the event as JSON. `revision`: its revision in the copy. */
type CopiedEvent = { event: LogEvent; text: string; revision: number }

/** A source or target of events: a log, or the file of a backup. */
export type LogEndpoint = {
  /** All events acknowledged so far, in order. */
  events(): AsyncGenerator<LogEvent>
  write(batches: AsyncIterable<readonly CopiedEvent[]>): Promise<void>
}

export type CopiedLog = { events: number; streams: number; newest: string | null }

const batchLimits = { events: 1_000, characters: 4 * 1024 * 1024 }

type CopyOptions = { from: LogEndpoint; to: LogEndpoint; say: (line: string) => void }

/**
 * Copies a log event by event. The target must hold the beginning of the source, as after an interrupted copy. This is checked
 * before anything is written, and the copy continues there. At the end the target is read again: order, counts and the hash of
 * each stream must equal the source.
 * @throws {StartRefusal}
 */
export async function copyLog({ from, to, say }: CopyOptions): Promise<CopiedLog> {
  using hashes = openStreamHashes()
  await using existingEvents = to.events()
  let { value: existing } = await existingEvents.next()
  const copied: Omit<CopiedLog, 'streams'> = { events: 0, newest: null }

  async function* missing(): AsyncGenerator<CopiedEvent> {
    for await (const event of from.events()) {
      const text = JSON.stringify(event)
      const revision = hashes.source.add(event.stream, text) - 1
      copied.events++
      copied.newest = event.recordedAt
      say(`${existing ? 'Comparing' : 'Copying'} the log: ${count(copied.events)} events…`)
      if (!existing) yield { event, text, revision }
      else if (existing.id !== event.id) throw new StartRefusal(otherEvents)
      else ({ value: existing } = await existingEvents.next())
    }
    if (existing) throw new StartRefusal(otherEvents)
  }

  await to.write(inBatches(missing()))
  let verified = 0
  for await (const event of to.events()) {
    hashes.copy.add(event.stream, JSON.stringify(event))
    say(`Verifying the copy: ${count(++verified)} events…`)
  }
  const differing = hashes.differing()
  if (differing.length > 0 || hashes.source.order() !== hashes.copy.order())
    throw new StartRefusal(
      `The copy is not what was copied: ${differing.join(', ') || 'the order of its events'} differs. ${again}`,
    )
  return { ...copied, streams: hashes.source.streams() }
}

const again = 'Copy into an empty one.'
const otherEvents = `The log to copy into holds other events than the beginning of the one to copy. ${again}`
export const count = (events: number): string => events.toLocaleString('en-US')

async function* inBatches(events: AsyncIterable<CopiedEvent>): AsyncGenerator<readonly CopiedEvent[]> {
  let batch: CopiedEvent[] = []
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
