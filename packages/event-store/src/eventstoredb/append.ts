import { setTimeout as pause } from 'node:timers/promises'
import type { CheckedAppend } from '../check-append.ts'
import { type Appended, InvalidAppend, type Revision, RevisionConflict, StoreUnavailable } from '../port.ts'
import type { Refused, Write, Written } from './append-message.ts'
import { retries, waits } from './limits.ts'
import { formatPosition, type LogPosition } from './log-position.ts'
import { found, type StreamEnd } from './read-stream.ts'

export type Appending = {
  write(write: Write): Promise<Written | Refused>
  readEnd(stream: string): Promise<StreamEnd>
  /** Of the event at this revision; null: it is not there any more. */
  positionAt(stream: string, revision: Revision): Promise<LogPosition | null>
}

/**
 * An append is sent at an exact revision or as the beginning of a stream, never as "any" or "stream exists": the server
 * recognises a repeat of those only while it remembers the ids, and would write it again after its restart. So where
 * nothing is expected, the ids at the end of the stream are compared here.
 * @throws what `EventStore.append` throws
 */
export async function append(appending: Appending, checked: CheckedAppend): Promise<Appended> {
  const { expected } = checked
  if (expected === 'any' || expected === 'stream_exists') return appendAtEnd(appending, checked)
  return appendAt(appending, checked, expected)
}

async function appendAt(
  appending: Appending,
  checked: CheckedAppend,
  expected: Revision | 'no_stream',
): Promise<Appended> {
  const { stream, events } = checked
  const result = await appending.write({ stream, events, expected })
  if ('refused' in result) throw refusal(result, checked)
  return appended(appending, checked, result, expected === 'no_stream')
}

async function appendAtEnd(appending: Appending, checked: CheckedAppend): Promise<Appended> {
  const { stream, events, expected } = checked
  const deadline = performance.now() + retries.giveUpAfterMs
  while (performance.now() < deadline) {
    const end = await appending.readEnd(stream)
    const repeated = found(end, events)
    if (repeated) return { revision: repeated.revision, position: formatPosition(repeated.logPosition) }
    const [newest] = end.values()
    const last = newest?.revision ?? null
    const isMixed = events.some(({ id }) => end.has(id.toLowerCase()))
    if (isMixed || (last === null && expected === 'stream_exists'))
      throw new RevisionConflict(stream, expected, last)
    const result = await appending.write({ stream, events, expected: last ?? 'no_stream' })
    if (!('refused' in result)) return appended(appending, checked, result, last === null)
    if (result.refused !== 'conflict') throw refusal(result, checked)
  }
  throw new StoreUnavailable(`the stream ${stream} is contended: every attempt lost`)
}

/**
 * A stream that was deleted is begun anew by two records, its events and then its metadata: the server answers after the
 * first, and for a moment more the stream still reads as missing.
 */
async function untilReadable(
  { positionAt }: Appending,
  { stream, events }: CheckedAppend,
  last: Revision,
): Promise<void> {
  if (last < events.length) return
  const deadline = performance.now() + waits.readableMs
  while ((await positionAt(stream, last)) === null && performance.now() < deadline)
    await pause(waits.readableEveryMs)
}

async function appended(
  appending: Appending,
  checked: CheckedAppend,
  { revision, logPosition }: Written,
  isBegun: boolean,
): Promise<Appended> {
  if (isBegun) await untilReadable(appending, checked, revision)
  const its = logPosition ?? (await appending.positionAt(checked.stream, revision))
  if (!its) throw new StoreUnavailable(`what was appended to ${checked.stream} has been deleted since`)
  return { revision, position: formatPosition(its) }
}

function refusal(result: Refused, { stream, expected }: CheckedAppend): Error {
  switch (result.refused) {
    case 'conflict':
      return new RevisionConflict(stream, expected, result.actual)
    case 'tombstoned':
      return new InvalidAppend(`the stream ${stream} was deleted for good, by a tombstone`)
    case 'too large':
      return new InvalidAppend(`the server takes no append to ${stream} of this size`)
  }
}
