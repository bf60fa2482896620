import { randomUUIDv7 } from 'node:crypto'
import type { StreamAppend } from '@tba/event-store/port.ts'
import { shapeOf } from '@tba/events/registry.ts'
import { sealData } from '@tba/runtime/sealing/codec.ts'
import type { Keyring } from '@tba/runtime/sealing/keyring.ts'
import type { Visit } from './month.ts'
import type { Happening } from './stage.ts'

export type Filling = {
  keyring: Keyring
  /** Makes appends in the log, in this order. */
  write(appends: readonly StreamAppend[]): Promise<void>
  onWritten(written: { visits: number; events: number }): void
  signal: AbortSignal
}

const visitsAtOnce = 96

/** Records what happens in all visits, in the order of its times. While the database writes some, the next are made. */
export async function fill({ keyring, write, onWritten, signal }: Filling, visits: Iterable<Visit>) {
  let writing: Promise<void> = Promise.resolve()
  for (const { happenings, visits: count } of inOrder(visits)) {
    // A command may come to nothing, as where a profile is saved again.
    const changing = happenings.filter(({ events }) => events.length > 0)
    // Together, since each person's first key is a trip to the database.
    const appends = await Promise.all(changing.map(each => sealed(keyring, each)))
    await writing
    signal.throwIfAborted()
    const events = appends.reduce((sum, append) => sum + append.events.length, 0)
    writing = write(appends).then(() => onWritten({ visits: count, events }))
    // It is awaited a turn later.
    writing.catch(() => {})
  }
  await writing
}

/** As the product's log seals it, with the time of the story. */
async function sealed(
  keyring: Keyring,
  { atMs, stream, events, expected, context }: Happening,
): Promise<StreamAppend> {
  const keyOf = (person: string) => keyring.sealing(person, async () => true)
  const recordedAt = new Date(atMs).toISOString()
  const made = events.map(async ({ id = randomUUIDv7(), ...event }) => ({
    ...{ id, type: event.type, recordedAt, data: await sealData(keyOf, { stream, id }, event) },
    metadata: { ...context, schemaVersion: shapeOf(event.type).version },
  }))
  return { stream, events: await Promise.all(made), expected }
}

/** Of visits that overlap, in the order of the times; what is of one moment in the order of its visits. */
function* inOrder(visits: Iterable<Visit>): Generator<{ happenings: Happening[]; visits: number }> {
  let [waiting, count]: [Happening[], number] = [[], 0]
  const byTime = (all: Happening[]) => all.sort((one, other) => one.atMs - other.atMs)
  for (const { startMs, happenings } of visits) {
    if (count === visitsAtOnce) {
      yield { happenings: byTime(waiting.filter(({ atMs }) => atMs < startMs)), visits: count }
      waiting = waiting.filter(({ atMs }) => atMs >= startMs)
      count = 0
    }
    waiting.push(...happenings)
    count++
  }
  yield { happenings: byTime(waiting), visits: count }
}
