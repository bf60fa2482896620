import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { recordedAtKey } from '../../check-append.ts'
import { objectIn } from '../../check-json.ts'
import type { StoredEvent } from '../../port.ts'
import { formatPosition, idDigits, type LogPosition } from '../log-position.ts'

export type WireEvent = ReadResp.ReadEvent.RecordedEvent

const text = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()

const streamOf = (event: WireEvent): string =>
  text(event.getStreamIdentifier()?.getStreamName() as Uint8Array)

export const idOf = (event: WireEvent): string => event.getId()?.getString() ?? ''

export const typeOf = (event: WireEvent): string => event.getMetadataMap().get('type') ?? ''

/** Events and links of the system, and everything in its streams. */
export const isSystemEvent = (event: WireEvent): boolean =>
  event.getStreamIdentifier()?.getStreamName()[0] === dollar || /^$|^\$/.test(typeOf(event))

/** As the first byte of a name. */
const dollar = 0x24

export const positionOf = (event: WireEvent): LogPosition => ({
  commit: BigInt(event.getCommitPosition()),
  prepare: BigInt(event.getPreparePosition()),
  id: idDigits(idOf(event)),
})

export const sizeOf = (event: WireEvent): number =>
  event.getData_asU8().length + event.getCustomMetadata_asU8().length

export function toStoredEvent(event: WireEvent): StoredEvent {
  const { [recordedAtKey]: givenTime, ...metadata } = objectIn(text(event.getCustomMetadata_asU8()))
  const attributes = event.getMetadataMap()
  return {
    id: idOf(event),
    stream: streamOf(event),
    revision: Number(event.getStreamRevision()),
    type: typeOf(event),
    data: objectIn(text(event.getData_asU8())),
    metadata,
    recordedAt: typeof givenTime === 'string' ? givenTime : timeOf(attributes.get('created')),
    position: formatPosition({
      commit: event.getCommitPosition(),
      prepare: event.getPreparePosition(),
      id: idDigits(idOf(event)),
    }),
  }
}

/** @param ticks of 100 ns since 1970, ten thousand to a millisecond; more than a number holds */
const timeOf = (ticks = '0'): string => new Date(Number(ticks.slice(0, -4))).toISOString()
