import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { recordedAtKey, type SerialisedEvent } from '../../check-append.ts'
import { InvalidAppend, type Revision, RevisionConflict, StoreUnavailable } from '../../port.ts'
import { idDigits, type LogPosition } from '../log-position.ts'
import { streamIdentifier } from '../read/read-request.ts'
import { shared, streams } from '../stubs.ts'

/** An append as it is sent. */
export type Write = { stream: string; events: readonly SerialisedEvent[]; expected: Revision | 'no_stream' }

/** `logPosition` is null if the server recognised a repeat and did not return its position. */
export type Written = { revision: Revision; logPosition: LogPosition | null }

const { BatchAppendReq } = streams

/**
 * One append as one message. It has no deadline: the server would compare it with its own clock, and a difference of the
 * clocks could refuse every append.
 */
export function batchRequest(id: string, { stream, events, expected }: Write) {
  const options = new BatchAppendReq.Options()
  options.setStreamIdentifier(streamIdentifier(stream))
  if (expected === 'no_stream') options.setNoStream(new shared.Empty())
  else options.setStreamPosition(String(expected))
  const request = new BatchAppendReq()
  request.setCorrelationId(uuid(id))
  request.setOptions(options)
  request.setProposedMessagesList(events.map(proposedMessage))
  request.setIsFinal(true)
  return request
}

function proposedMessage({ id, type, data, metadata, recordedAt }: SerialisedEvent) {
  const message = new BatchAppendReq.ProposedMessage()
  message.setId(uuid(id))
  const attributes = message.getMetadataMap()
  attributes.set('type', type)
  attributes.set('content-type', 'application/json')
  message.setData(Buffer.from(data))
  message.setCustomMetadata(Buffer.from(recordedAt === null ? metadata : withTime(metadata, recordedAt)))
  return message
}

/** Into the JSON text of an object. */
const withTime = (metadata: string, recordedAt: string) =>
  `{"${recordedAtKey}":"${recordedAt}"${metadata === '{}' ? '' : ','}${metadata.slice(1)}`

function uuid(text: string) {
  const id = new shared.UUID()
  id.setString(text)
  return id
}

const prefix = 'event_store.client.'

/**
 * @throws {RevisionConflict} {InvalidAppend} it was not written
 * @throws {StoreUnavailable} it may have been written
 */
export function parseResponse(response: BatchAppendResp, write: Write): Written {
  const { stream, expected } = write
  const error = response.getError()
  if (!error) return written(response, write)
  const details = error.getDetails()
  switch (details?.getTypeName()) {
    case `${prefix}WrongExpectedVersion`: {
      const conflict = shared.WrongExpectedVersion.deserializeBinary(details.getValue_asU8())
      const actual = conflict.hasCurrentStreamRevision() ? Number(conflict.getCurrentStreamRevision()) : null
      throw new RevisionConflict(stream, expected, actual)
    }
    case `${prefix}StreamDeleted`:
      throw new InvalidAppend(`the stream ${stream} was deleted for good, by a tombstone`)
    case `${prefix}MaximumAppendSizeExceeded`:
      throw new InvalidAppend(`the server takes no append to ${stream} of this size`)
    case `${prefix}AccessDenied`:
      throw new StoreUnavailable(`EventStoreDB lets this user not append to ${stream}`)
    default:
      // "Server Is Not Ready" while it stops, "No leader info", or a time-out of its replication.
      throw new StoreUnavailable(`EventStoreDB is unavailable: ${error.getMessage() || 'it gave no reason'}`)
  }
}

function written(response: BatchAppendResp, { events }: Write): Written {
  const success = response.getSuccess()
  const position = success?.getPosition()
  return {
    revision: Number(success?.getCurrentRevision()),
    logPosition: position
      ? {
          commit: BigInt(position.getCommitPosition()),
          prepare: BigInt(position.getPreparePosition()),
          id: idDigits(events.at(-1)?.id ?? ''),
        }
      : null,
  }
}
