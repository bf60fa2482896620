import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { recordedAtKey, type SerialisedEvent } from '../check-append.ts'
import { type Revision, StoreUnavailable } from '../port.ts'
import { idDigits, type LogPosition } from './log-position.ts'
import { streamIdentifier } from './read-request.ts'
import { shared, streams } from './stubs.ts'

/** One append as the server is told of it. */
export type Write = { stream: string; events: readonly SerialisedEvent[]; expected: Revision | 'no_stream' }

/** `logPosition` is null where the server recognised a repeat and did not say where it stands. */
export type Written = { revision: Revision; logPosition: LogPosition | null }

/** Definitely not written. */
export type Refused =
  | { refused: 'conflict'; actual: Revision | null }
  | { refused: 'tombstoned' }
  | { refused: 'too large' }

const { BatchAppendReq } = streams

/**
 * One append as one message. It has no deadline, which the server would hold against its own clock: where the two differ
 * by as much, every append would be refused.
 */
export function batchRequest(id: string, { stream, events, expected }: Write) {
  const options = new BatchAppendReq.Options()
  options.setStreamIdentifier(streamIdentifier(stream))
  if (expected === 'no_stream') options.setNoStream(new shared.Empty())
  else options.setStreamPosition(String(expected))
  const request = new BatchAppendReq()
  request.setCorrelationId(uuid(id))
  request.setOptions(options)
  request.setProposedMessagesList(events.map(proposed))
  request.setIsFinal(true)
  return request
}

function proposed({ id, type, data, metadata, recordedAt }: SerialisedEvent) {
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

/** Which append is answered: the id comes back as it was sent, or as two numbers where the server's own time ran out. */
export function idIn(response: BatchAppendResp): string {
  const id = response.getCorrelationId()
  const halves = id?.getStructured()
  if (!halves) return id?.getString() ?? ''
  const hex = (half: string) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0')
  const digits = hex(halves.getMostSignificantBits()) + hex(halves.getLeastSignificantBits())
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const prefix = 'event_store.client.'

/** @throws {StoreUnavailable} where it may have been written all the same */
export function parseResponse(response: BatchAppendResp, { stream, events }: Write): Written | Refused {
  const error = response.getError()
  if (!error) return written(response, events.at(-1)?.id ?? '')
  const details = error.getDetails()
  switch (details?.getTypeName()) {
    case `${prefix}WrongExpectedVersion`: {
      const conflict = shared.WrongExpectedVersion.deserializeBinary(details.getValue_asU8())
      return {
        refused: 'conflict',
        actual: conflict.hasCurrentStreamRevision() ? Number(conflict.getCurrentStreamRevision()) : null,
      }
    }
    case `${prefix}StreamDeleted`:
      return { refused: 'tombstoned' }
    case `${prefix}MaximumAppendSizeExceeded`:
      return { refused: 'too large' }
    case `${prefix}AccessDenied`:
      throw new StoreUnavailable(`EventStoreDB lets this user not append to ${stream}`)
    default:
      // "Server Is Not Ready" while it stops, "No leader info", a time that ran out while it was being replicated.
      throw new StoreUnavailable(`EventStoreDB is unavailable: ${error.getMessage() || 'it gave no reason'}`)
  }
}

function written(response: BatchAppendResp, lastId: string): Written {
  const success = response.getSuccess()
  const position = success?.getPosition()
  return {
    revision: Number(success?.getCurrentRevision()),
    logPosition: position
      ? {
          commit: BigInt(position.getCommitPosition()),
          prepare: BigInt(position.getPreparePosition()),
          id: idDigits(lastId),
        }
      : null,
  }
}
