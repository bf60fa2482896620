import { setTimeout as pause } from 'node:timers/promises'
import type { CheckedAppend } from '../../check-append.ts'
import { type AppendResult, type Revision, RevisionConflict, StoreUnavailable } from '../../port.ts'
import type { Connection } from '../connection.ts'
import { inOrderWindow, pauseAfterMs, waits } from '../limits.ts'
import { formatPosition } from '../log-position.ts'
import { found, positionAt, readEnd } from '../read/read-stream.ts'
import type { Write, Written } from './append-message.ts'

/** `write` is one attempt. */
export type Appender = { connection: Connection; write(write: Write): Promise<Written> }

/**
 * An append is sent at an exact revision or as the start of a stream, never as "any" or "stream exists": of those the
 * server recognises a repeat only while it remembers the ids, and would write it again after its restart. So the ids at
 * the end of the stream are compared here.
 * @param deadline by `performance.now()`: no attempt starts later
 * @throws what `EventStore.append` throws
 */
export async function append(appender: Appender, checked: CheckedAppend, deadline: number) {
  const { stream, events, expected } = checked
  if (expected !== 'any' && expected !== 'stream_exists')
    return appendAt(appender, { stream, events, expected }, deadline)
  for (;;) {
    const end = await withRetries(deadline, () => readEnd(appender.connection, stream))
    const repeated = found(end, events)
    if (repeated) return { revision: repeated.revision, position: formatPosition(repeated.logPosition) }
    const [newest] = end.values()
    const last = newest?.revision ?? null
    const isMixed = events.some(({ id }) => end.has(id.toLowerCase()))
    if (isMixed || (last === null && expected === 'stream_exists'))
      throw new RevisionConflict(stream, expected, last)
    try {
      return await appendAt(appender, { stream, events, expected: last ?? 'no_stream' }, deadline)
    } catch (error) {
      // Another process was first.
      if (!(error instanceof RevisionConflict)) throw error
    }
  }
}

async function appendAt(appender: Appender, write: Write, deadline: number): Promise<AppendResult> {
  const { connection } = appender
  const { revision, logPosition } = await writeOnce(appender, write, deadline)
  if (write.expected === 'no_stream') await untilReadable(connection, write, revision)
  const position = logPosition ?? (await positionAt(connection, write.stream, revision))
  if (!position) throw new StoreUnavailable(`what was appended to ${write.stream} has been deleted since`)
  return { revision, position: formatPosition(position) }
}

/**
 * Sends the append until there is an answer. The server recognises a repeat by the same ids at the same revision, but not in
 * a stream that was deleted: there a conflict after an attempt of unknown outcome is looked into.
 */
export function writeOnce({ connection, write }: Appender, sent: Write, deadline: number): Promise<Written> {
  return withRetries(deadline, async attempt => {
    try {
      return await write(sent)
    } catch (error) {
      if (attempt === 0 || !(error instanceof RevisionConflict)) throw error
      const known = found(await readEnd(connection, sent.stream), sent.events)
      if (known) return known
      throw error
    }
  })
}

/** Tries again during an outage. @throws {StoreUnavailable} the last one */
async function withRetries<T>(deadline: number, work: (attempt: number) => Promise<T>): Promise<T> {
  if (performance.now() > deadline) throw new StoreUnavailable('EventStoreDB is unavailable: no time is left')
  for (let attempt = 0; ; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      const pauseMs = pauseAfterMs(attempt)
      if (!(error instanceof StoreUnavailable) || performance.now() + pauseMs > deadline) throw error
      await pause(pauseMs)
    }
  }
}

/**
 * A deleted stream is started again by two records, its events and then its metadata. The server answers after the first,
 * and for a moment the stream still reads as missing.
 */
async function untilReadable(connection: Connection, { stream, events }: Write, last: number): Promise<void> {
  if (last < events.length) return
  const deadline = performance.now() + waits.readableMs
  while ((await positionAt(connection, stream, last)) === null && performance.now() < deadline)
    await pause(waits.readableEveryMs)
}

/**
 * Several at a time over one connection, which the server takes in order. Every append is sent at its exact revision: after
 * a failed one no other to its stream succeeds.
 * @throws what `append` throws, for the first failure
 */
export async function appendInOrder(
  appends: readonly CheckedAppend[],
  append: (checked: CheckedAppend) => Promise<AppendResult>,
): Promise<void> {
  const revisions = new Map<string, Revision>()
  let inFlight: Promise<unknown>[] = []
  for (const checked of appends) {
    const { stream, events } = checked
    const expected = revisions.get(stream) ?? checked.expected
    const isExact = expected === 'no_stream' || typeof expected === 'number'
    if (!isExact || inFlight.length === inOrderWindow) inFlight = await allOf(inFlight)
    const appending = append({ ...checked, expected })
    inFlight.push(appending)
    // The end of its stream has to be read first.
    revisions.set(
      stream,
      isExact ? (expected === 'no_stream' ? -1 : expected) + events.length : (await appending).revision,
    )
  }
  await allOf(inFlight)
}

async function allOf(appends: readonly Promise<unknown>[]): Promise<[]> {
  const failed = (await Promise.allSettled(appends)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return []
}
