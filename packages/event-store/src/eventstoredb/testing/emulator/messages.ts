import type { ReadReq, ReadResp as Response } from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerWritableStream } from '@grpc/grpc-js'
import { shared, streams } from '../../stubs.ts'
import type { Entry } from './log.ts'

export type ReadCall = ServerWritableStream<ReadReq, Response>
/** @returns false if the client has left */
export type Send = (message: Response) => Promise<boolean>
export type Options = ReadReq.Options

/** By the regular expression in the request. */
export function matcher(options: Options): (entry: Entry) => boolean {
  const regex = options.getFilter()?.getEventType()?.getRegex()
  const pattern = regex ? new RegExp(regex) : null
  return ({ type }) => pattern === null || pattern.test(type)
}

const { ReadResp } = streams

export function eventOf(entry: Entry) {
  const recorded = new ReadResp.ReadEvent.RecordedEvent()
  const id = new shared.UUID()
  id.setString(entry.id)
  recorded.setId(id)
  recorded.setStreamIdentifier(identifier(entry.stream))
  recorded.setStreamRevision(String(entry.revision))
  recorded.setCommitPosition(String(entry.position))
  recorded.setPreparePosition(String(entry.position))
  recorded.setData(entry.data)
  recorded.setCustomMetadata(entry.metadata)
  const attributes = recorded.getMetadataMap()
  attributes.set('type', entry.type)
  attributes.set('created', String(BigInt(entry.createdMs) * 10_000n))
  attributes.set('content-type', entry.isJson ? 'application/json' : 'application/octet-stream')
  const event = new ReadResp.ReadEvent()
  event.setEvent(recorded)
  event.setCommitPosition(String(entry.position))
  const response = new ReadResp()
  response.setEvent(event)
  return response
}

export function notFound(stream: string) {
  const missing = new ReadResp.StreamNotFound()
  missing.setStreamIdentifier(identifier(stream))
  const response = new ReadResp()
  response.setStreamNotFound(missing)
  return response
}

export function confirmation() {
  const confirmed = new ReadResp.SubscriptionConfirmation()
  confirmed.setSubscriptionId(crypto.randomUUID())
  const response = new ReadResp()
  response.setConfirmation(confirmed)
  return response
}

export function checkpoint(commit: bigint, prepare: bigint) {
  const reached = new ReadResp.Checkpoint()
  reached.setCommitPosition(String(commit))
  reached.setPreparePosition(String(prepare))
  const response = new ReadResp()
  response.setCheckpoint(reached)
  return response
}

export function caughtUp() {
  const response = new ReadResp()
  response.setCaughtUp(new ReadResp.CaughtUp())
  return response
}

function identifier(stream: string) {
  const name = new shared.StreamIdentifier()
  name.setStreamName(Buffer.from(stream))
  return name
}
