import type { StreamAppend } from '@tba/event-store/port.ts'
import { sealEvents } from '@tba/runtime/log/event-log.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import type { month } from './month.ts'
import type { Happening } from './story.ts'

export type FillOptions = {
  keyring: Pick<Keyring, 'sealing'>
  /** Appends to the log, in this order. */
  write(appends: readonly StreamAppend[]): Promise<void>
  onWritten(visits: number): void
  signal: AbortSignal
}

/**
 * Records a month. While the database writes one part, the next one is generated and sealed.
 * @returns the number of events
 */
export async function fill(
  { keyring, write, onWritten, signal }: FillOptions,
  told: ReturnType<typeof month>,
) {
  let [writing, eventCount] = [Promise.resolve(), 0]
  for (const { happenings, visits } of told) {
    // Some commands record nothing, for example when a profile is saved again.
    const changing = happenings.filter(({ events }) => events.length > 0)
    // In parallel, because each person's first key is a round trip to the database.
    const appends = await Promise.all(changing.map(each => appendOf(keyring, each)))
    await writing
    signal.throwIfAborted()
    for (const { events } of appends) eventCount += events.length
    writing = write(appends).then(() => onWritten(visits))
    // It is awaited in the next round.
    writing.catch(() => {})
  }
  await writing
  return eventCount
}

/** With the time of the story. No person has a key yet. */
async function appendOf(
  keyring: FillOptions['keyring'],
  { atMs, ...happening }: Happening,
): Promise<StreamAppend> {
  const { stream, expected, context } = happening
  const keyOf = (person: string) => keyring.sealing(person, async () => true)
  const recordedAt = new Date(atMs).toISOString()
  const events = happening.events.map(event => ({ ...event, recordedAt }))
  return { stream, expected, events: await sealEvents(keyOf, { stream, events, context }) }
}
