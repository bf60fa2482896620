import { type CheckedAppend, maxAppendBytes } from '../check-append.ts'
import { InvalidAppend } from '../port.ts'
import { recordedAtKey } from './recorded.ts'

/** `"$recordedAt":"2024-02-29T23:59:59.123Z",` */
const timeBytes = 42

/**
 * What this server would refuse, found before it is sent: it counts the letters of a type twice. And a name in the
 * metadata that the adapter keeps for itself.
 * @throws {InvalidAppend}
 */
export function checkSize(checked: CheckedAppend): CheckedAppend {
  const { stream, events } = checked
  let bytes = 0
  for (const { type, data, metadata, recordedAt } of events) {
    bytes += 2 * type.length + Buffer.byteLength(data) + Buffer.byteLength(metadata)
    if (recordedAt !== null) bytes += timeBytes
    if (metadata.includes(`"${recordedAtKey}"`) && recordedAtKey in JSON.parse(metadata)) {
      throw new InvalidAppend(`${type} metadata has ${recordedAtKey}, which is the log's own`)
    }
  }
  if (bytes > maxAppendBytes) {
    throw new InvalidAppend(`${bytes} bytes in one call to ${stream}; at most ${maxAppendBytes} fit`)
  }
  return checked
}
