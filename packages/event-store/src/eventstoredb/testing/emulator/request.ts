import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import type { ServerWritableStream } from '@grpc/grpc-js'
import type { Entry } from './log.ts'

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>
/** @returns false once nobody listens any more */
export type Send = (message: ReadResp) => Promise<boolean>
export type Options = ReadReq.Options

/** By the regular expression or the beginnings in the request. */
export function matcher(options: Options): (entry: Entry) => boolean {
  const filter = options.getFilter()
  const onStreams = filter?.getStreamIdentifier()
  const expression = onStreams ?? filter?.getEventType()
  if (!expression) return () => true
  const regex = expression.getRegex() ? new RegExp(expression.getRegex()) : null
  return ({ stream, type }) => {
    const name = onStreams ? stream : type
    return regex ? regex.test(name) : expression.getPrefixList().some(prefix => name.startsWith(prefix))
  }
}
