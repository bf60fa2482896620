import { setTimeout as pause } from 'node:timers/promises'
import type { CheckedAppend } from '../check-append.ts'
import { type Appended, InvalidAppend, type Revision, RevisionConflict, StoreUnavailable } from '../port.ts'
import type { KnownIds } from './known-ids.ts'
import { retries, waits } from './limits.ts'
import { idDigits, type Place, tokenOf } from './place.ts'
import type { Refused, Write, Written } from './writing.ts'

export type Appending = {
  write(write: Write): Promise<Written | Refused>
  known: KnownIds
  /** Reads on from what is known of the stream, up to its end. */
  learn(stream: string): Promise<void>
  /** Of the event at this revision; null: it is not there any more. */
  placeAt(stream: string, revision: Revision): Promise<Place | null>
}

/**
 * An append is sent at an exact revision or as the beginning of a stream, never as "any" or "stream exists": the server
 * recognises a repeat of those only while it remembers the ids, and would write it again after its restart. So where
 * nothing is expected, what the stream holds is compared here.
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
  if (expected === 'no_stream') await shown(appending, checked, result.revision)
  remember(appending.known, checked, { expected, last: result.revision })
  return appended(appending, stream, result)
}

async function appendAtEnd(appending: Appending, checked: CheckedAppend): Promise<Appended> {
  const { stream, events, expected } = checked
  const { known } = appending
  const deadline = performance.now() + retries.giveUpAfterMs
  for (let hasLost = false; performance.now() < deadline; hasLost = true) {
    if (hasLost || !known.get(stream)) await appending.learn(stream)
    const { last = null, ids = new Map() } = known.get(stream) ?? {}
    const revisions = events.map(({ id }) => ids.get(id.toLowerCase()))
    const repeated = revisions.filter(revision => revision !== undefined).length
    if (repeated === events.length) {
      const found = await stillThere(appending, checked, revisions.at(-1) as Revision)
      if (found) return found
      known.forget(stream)
      continue
    }
    if (repeated > 0 || (last === null && expected === 'stream_exists')) {
      throw new RevisionConflict(stream, expected, last)
    }
    const at = last ?? 'no_stream'
    const result = await appending.write({ stream, events, expected: at })
    if (!('refused' in result)) {
      if (last === null) await shown(appending, checked, result.revision)
      remember(known, checked, { expected: at, last: result.revision })
      return appended(appending, stream, result)
    }
    if (result.refused !== 'conflict') throw refusal(result, checked)
    // The stream is shorter than it was: the log was put back.
    if ((result.actual ?? -1) < (last ?? -1)) known.forget(stream)
  }
  throw new StoreUnavailable(`the stream ${stream} is contended: every attempt lost`)
}

/** A repeat by what is known here, unless the log was put back since, or the stream deleted. */
async function stillThere(
  { placeAt }: Appending,
  { stream, events }: CheckedAppend,
  revision: Revision,
): Promise<Appended | null> {
  const place = await placeAt(stream, revision)
  const isSameEvent = place?.id === idDigits(events.at(-1)?.id ?? '')
  return place && isSameEvent ? { revision, position: tokenOf(place) } : null
}

/**
 * A stream that was deleted is begun anew by two records, its events and then its metadata: the server answers after the
 * first, and for a moment more the stream still reads as missing.
 */
async function shown(
  { placeAt }: Appending,
  { stream, events }: CheckedAppend,
  last: Revision,
): Promise<void> {
  if (last < events.length) return
  const deadline = performance.now() + waits.shownMs
  while ((await placeAt(stream, last)) === null && performance.now() < deadline)
    await pause(waits.shownEveryMs)
}

/** What stands between is unknown where another process has written: then nothing is known of the stream. */
function remember(
  known: KnownIds,
  { stream, events }: CheckedAppend,
  { expected, last }: { expected: Revision | 'no_stream'; last: Revision },
): void {
  const first = last - events.length + 1
  const before = known.get(stream)?.last
  const isBegun = first === 0 || (before === null && expected === 'no_stream')
  const isNext = typeof before === 'number' ? before === first - 1 : isBegun
  if (isNext) known.add(stream, first, idsOf(events))
  else if (before === undefined || before === null || before < last) known.forget(stream)
}

const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id)

async function appended(
  { placeAt }: Appending,
  stream: string,
  { revision, place }: Written,
): Promise<Appended> {
  const its = place ?? (await placeAt(stream, revision))
  if (!its) throw new StoreUnavailable(`what was appended to ${stream} has been deleted since`)
  return { revision, position: tokenOf(its) }
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
