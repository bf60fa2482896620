import { randomUUID } from 'node:crypto'
import { type JsonObject, type Revision, RevisionConflict, StoreUnavailable } from '../port.ts'
import type { Refused, Write, Written } from './append-message.ts'
import type { Connection } from './connection.ts'
import { answered, asUnavailable, isConflict } from './failures.ts'
import { retries } from './limits.ts'
import { isAfter, type LogPosition } from './log-position.ts'
import { streamIdentifier } from './read-request.ts'
import { wireEvents } from './read-stream.ts'
import { positionOf, typeOf } from './recorded.ts'
import { streams } from './stubs.ts'

export type Deleting = { connection: Connection; write(write: Write): Promise<Written | Refused> }

/** Of the empty event that ends a stream before its deletion. Readers drop it, as all whose types begin so. */
const markerType = '$ended'

/**
 * Hides at once what a stream holds before a position; the server's next scavenge removes it from the log, which shows it
 * until then. A stream of which nothing is left is deleted, softly: it may begin again, behind its old revisions. Of such a
 * stream a scavenge keeps the last event for ever, so an empty one is put behind it first.
 * @throws {StoreUnavailable} nobody knows; to repeat it is safe
 */
export async function deleteBefore(deleting: Deleting, stream: string, before: LogPosition): Promise<void> {
  for (let lostRaces = 0; lostRaces < retries.lostRaces; lostRaces++) {
    const { last, kept, isMarked } = await cut(deleting.connection, stream, before)
    if (last === null) return
    if (kept !== null) {
      if (await truncate(deleting, stream, kept)) return
      continue
    }
    const marker = isMarked ? last : await mark(deleting, stream, last)
    if (marker !== null && (await deleteSoftly(deleting.connection, stream, marker))) return
  }
  throw new StoreUnavailable(`the stream ${stream} is written to all the time`)
}

type Cut = {
  /** Of the newest event that has to go, or of the marker behind it; null: none has. */
  last: Revision | null
  isMarked: boolean
  /** The oldest that stays; null: none does. */
  kept: Revision | null
}

/** Read from its end, since streams are deleted once nothing has come for long. */
async function cut(connection: Connection, stream: string, before: LogPosition): Promise<Cut> {
  let kept: Revision | null = null
  let marker: Revision | null = null
  for await (const event of wireEvents(connection, stream, { from: 'end', direction: 'backwards' })) {
    const revision = Number(event.getStreamRevision())
    // Of a deletion that was broken off.
    if (typeOf(event) === markerType) marker ??= kept === null ? revision : null
    else if (isAfter(before, positionOf(event)))
      return { last: marker ?? revision, kept, isMarked: marker !== null }
    else kept = revision
  }
  return { last: kept === null ? marker : null, kept, isMarked: marker !== null }
}

/** @returns its revision; null where the stream has gone on meanwhile */
async function mark({ write }: Deleting, stream: string, last: Revision): Promise<Revision | null> {
  const marker = { id: randomUUID(), type: markerType, data: '{}', metadata: '{}', recordedAt: null }
  const result = await write({ stream, events: [marker], expected: last })
  return 'refused' in result ? null : result.revision
}

/** @returns false where it has gone on meanwhile */
async function deleteSoftly(connection: Connection, stream: string, last: Revision): Promise<boolean> {
  const options = new streams.DeleteReq.Options()
  options.setStreamIdentifier(streamIdentifier(stream))
  options.setRevision(String(last))
  const request = new streams.DeleteReq()
  request.setOptions(options)
  const stub = await connection.streams()
  const [metadata, callOptions] = connection.call()
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  const call = stub.delete(request, metadata, callOptions, error => (error ? reject(error) : resolve(true)))
  try {
    return await answered(promise, connection.answerMs)
  } catch (error) {
    if (isConflict(error)) return false
    await connection.failed(stub, error)
    throw asUnavailable(error)
  } finally {
    call.cancel()
  }
}

/** By the stream's metadata, of which all the rest has to be written again. @returns false where another was first */
async function truncate({ connection, write }: Deleting, stream: string, kept: Revision): Promise<boolean> {
  const settings = `$$${stream}`
  let current: JsonObject = {}
  let expected: Revision | 'no_stream' = 'no_stream'
  for await (const event of wireEvents(connection, settings, {
    from: 'end',
    direction: 'backwards',
    count: 1,
  })) {
    current = JSON.parse(Buffer.from(event.getData_asU8()).toString() || '{}')
    expected = Number(event.getStreamRevision())
  }
  const data = JSON.stringify({ ...current, $tb: kept })
  const change = { id: randomUUID(), type: '$metadata', data, metadata: '{}', recordedAt: null }
  const result = await write({ stream: settings, events: [change], expected })
  if (!('refused' in result)) return true
  if (result.refused === 'conflict') return false
  throw new RevisionConflict(settings, expected, null)
}
