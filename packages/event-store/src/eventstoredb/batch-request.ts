import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { recordedAtKey, type SerialisedEvent } from '../check-append.ts'
import { streamIdentifier } from './read-request.ts'
import { shared, streams } from './stubs.ts'
import type { Write } from './writing.ts'

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
