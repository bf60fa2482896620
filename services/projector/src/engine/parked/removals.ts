import { idOf } from '@tba/events/streams.ts'
import type { EventLog, LoggedEvent, RecordedEvent } from '@tba/runtime/log/event-log.ts'
import { isUnreadable } from '@tba/runtime/log/open-event.ts'
import type { Change, Key, Scalar } from '../change.ts'
import type { Member } from '../follow/batch.ts'
import { changesOf, type Projection, removingTypes } from '../projection.ts'
import { keyText } from '../tables/fold.ts'

/**
 * What a parked stream missed: while it waited, events of other streams have removed rows of which its own are to go too,
 * as when a password change ends the sessions before it. A retry takes that in as well, at its place in the log.
 */

/** The removing events of other streams that this projection has taken in since, and that have to do with these. */
export async function removalsSince(
  log: EventLog,
  { projection, position: end, parked, skipped }: Member,
  events: readonly LoggedEvent[],
): Promise<RecordedEvent[]> {
  const [first] = events
  const types = [...removingTypes].filter(type => type in projection.on)
  if (!first || types.length === 0) return []
  const named = new Set(events.flatMap(event => (isUnreadable(event) ? [] : namesIn(event))))
  const found: RecordedEvent[] = []
  for await (const event of log.readAllTolerantly({ types, after: first.position })) {
    if (event.position > end) break
    if (isUnreadable(event) || event.stream === first.stream || skipped.has(event.id)) continue
    const from = parked.get(event.stream)?.position
    if (from !== undefined && event.position >= from) continue
    if (namesIn(event).some(name => named.has(name))) found.push(event)
  }
  return found
}

/** Whom and what an event is about: streams, accounts, visits. */
function namesIn({ stream, data, metadata }: RecordedEvent): string[] {
  const values: unknown[] = [idOf(stream), metadata.visitId, ...Object.values(data).flat()]
  return values.filter(value => typeof value === 'string')
}

/** The projection as it folds one stream: of other streams' events only what removes rows that this stream has made. */
export function confinedTo(stream: string, projection: Projection): Projection {
  const createdKeys = new Map<string, Map<Scalar, Key>>()
  const keysOf = (table: string) => createdKeys.get(table) ?? new Map<Scalar, Key>()

  function changes(event: RecordedEvent): readonly Change[] {
    const all = changesOf(projection, event)
    if (event.stream !== stream) return all.flatMap(change => removalsIn(change, keysOf(change.table)))
    for (const change of all) {
      if ('key' in change)
        createdKeys.set(change.table, keysOf(change.table).set(keyText(change.key), change.key))
    }
    return all
  }

  const types = Object.keys(projection.on)
  return { ...projection, on: Object.fromEntries(types.map(type => [type, changes])) }
}

function removalsIn(change: Change, keys: ReadonlyMap<Scalar, Key>): Change[] {
  switch (change.kind) {
    case 'put':
      return []
    case 'remove':
      return keys.has(keyText(change.key)) ? [change] : []
    case 'fold':
      // It has been taken in: where it does not remove the row, it has done its part.
      return keys.has(keyText(change.key))
        ? [{ ...change, to: row => (row && change.to(row) === null ? null : row) }]
        : []
    case 'erase':
    case 'clear':
      return [{ ...change, isConfined: true }]
  }
}
