import type { StreamAppend } from '@tba/event-store/port.ts'
import { sealEvents } from '@tba/runtime/log/event-log.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import type { month } from './month.ts'
import type { Happening } from './story.ts'

export type Filling = {
  keyring: Pick<Keyring, 'sealing'>
  /** Makes appends in the log, in this order. */
  write(appends: readonly StreamAppend[]): Promise<void>
  onWritten(visits: number): void
  signal: AbortSignal
}

/**
 * Records a month. While the database writes what happens for a while, what comes next is told and sealed.
 * @returns how many events they were
 */
export async function fill({ keyring, write, onWritten, signal }: Filling, told: ReturnType<typeof month>) {
  let [writing, eventCount] = [Promise.resolve(), 0]
  for (const { happenings, visits } of told) {
    // A command may come to nothing, as where a profile is saved again.
    const changing = happenings.filter(({ events }) => events.length > 0)
    // Together, since each person's first key is a trip to the database.
    const appends = await Promise.all(changing.map(each => appendOf(keyring, each)))
    await writing
    signal.throwIfAborted()
    for (const { events } of appends) eventCount += events.length
    writing = write(appends).then(() => onWritten(visits))
    // It is awaited a turn later.
    writing.catch(() => {})
  }
  await writing
  return eventCount
}

/** With the time of the story. Nobody has had a key before. */
async function appendOf(
  keyring: Filling['keyring'],
  { atMs, ...happening }: Happening,
): Promise<StreamAppend> {
  const { stream, expected, context } = happening
  const keyOf = (person: string) => keyring.sealing(person, async () => true)
  const recordedAt = new Date(atMs).toISOString()
  const events = happening.events.map(event => ({ ...event, recordedAt }))
  return { stream, expected, events: await sealEvents(keyOf, { stream, events, context }) }
}
