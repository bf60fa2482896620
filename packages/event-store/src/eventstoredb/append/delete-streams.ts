import { type JsonObject, type Revision, RevisionConflict, StoreUnavailable } from '../../port.ts'
import type { Connection } from '../connection.ts'
import { asUnavailable, isConflict, withAnswerLimit } from '../failures.ts'
import { retries } from '../limits.ts'
import { isAfter, type LogPosition } from '../log-position.ts'
import { streamIdentifier } from '../read/read-request.ts'
import { wireEvents } from '../read/read-stream.ts'
import { positionOf, typeOf } from '../read/wire-events.ts'
import { streams } from '../stubs.ts'
import type { Appender } from './append.ts'

/** The type of the empty event that ends a stream before its deletion. Readers leave it out like all types with `$`. */
const markerType = '$ended'

/**
 * Hides at once what a stream holds before a position. The next scavenge of the server removes it from the log. A stream of
 * which nothing is left is deleted softly: it may start again, after its old revisions. A scavenge keeps the last event
 * of such a stream for ever, so an empty one is appended first.
 * @throws {StoreUnavailable} the outcome is unknown; a retry is safe
 */
export async function deleteBefore(appender: Appender, stream: string, before: LogPosition): Promise<void> {
  for (let lostRaces = 0; lostRaces < retries.lostRaces; lostRaces++) {
    try {
      const { last, kept, isMarked } = await planDeletion(appender.connection, stream, before)
      if (last === null) return
      if (kept !== null) return await truncate(appender, stream, kept)
      const end = isMarked ? last : await mark(appender, stream, last)
      return await deleteSoftly(appender.connection, stream, end)
    } catch (error) {
      // The stream has got another event.
      if (!(error instanceof RevisionConflict)) throw error
    }
  }
  throw new StoreUnavailable(`the stream ${stream} is written to all the time`)
}

type Plan = {
  /** Of the newest event to delete, or of the marker after it; null: there is none. */
  last: Revision | null
  isMarked: boolean
  /** The oldest that stays; null: none does. */
  kept: Revision | null
}

/** Read from its end, because streams are deleted when nothing has come for long. */
async function planDeletion(connection: Connection, stream: string, before: LogPosition): Promise<Plan> {
  let kept: Revision | null = null
  let marker: Revision | null = null
  for await (const event of wireEvents(connection, stream, { from: 'end', direction: 'backwards' })) {
    const revision = Number(event.getStreamRevision())
    // Of a deletion that was interrupted.
    if (typeOf(event) === markerType) marker ??= kept === null ? revision : null
    else if (isAfter(before, positionOf(event)))
      return { last: marker ?? revision, kept, isMarked: marker !== null }
    else kept = revision
  }
  return { last: kept === null ? marker : null, kept, isMarked: marker !== null }
}

/** @returns its revision @throws {RevisionConflict} */
async function mark({ write }: Appender, stream: string, last: Revision): Promise<Revision> {
  const marker = { id: crypto.randomUUID(), type: markerType, data: '{}', metadata: '{}', recordedAt: null }
  return (await write({ stream, events: [marker], expected: last })).revision
}

/** @throws {RevisionConflict} */
async function deleteSoftly(connection: Connection, stream: string, last: Revision): Promise<void> {
  const options = new streams.DeleteReq.Options()
  options.setStreamIdentifier(streamIdentifier(stream))
  options.setRevision(String(last))
  const request = new streams.DeleteReq()
  request.setOptions(options)
  const stub = await connection.streams()
  const [metadata, callOptions] = connection.call()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const call = stub.delete(request, metadata, callOptions, error => (error ? reject(error) : resolve()))
  try {
    await withAnswerLimit(promise, connection.answerMs)
  } catch (error) {
    if (isConflict(error)) throw new RevisionConflict(stream, last, null)
    await connection.reportFailure(stub, error)
    throw asUnavailable(error)
  } finally {
    call.cancel()
  }
}

/** By the stream's metadata. Its other settings have to be written again. @throws {RevisionConflict} */
async function truncate({ connection, write }: Appender, stream: string, kept: Revision): Promise<void> {
  const settings = `$$${stream}`
  let current: JsonObject = {}
  let expected: Revision | 'no_stream' = 'no_stream'
  const newest = { from: 'end', direction: 'backwards', count: 1 } as const
  for await (const event of wireEvents(connection, settings, newest)) {
    current = JSON.parse(Buffer.from(event.getData_asU8()).toString() || '{}')
    expected = Number(event.getStreamRevision())
  }
  const data = JSON.stringify({ ...current, $tb: kept })
  const change = { id: crypto.randomUUID(), type: '$metadata', data, metadata: '{}', recordedAt: null }
  await write({ stream: settings, events: [change], expected })
}
