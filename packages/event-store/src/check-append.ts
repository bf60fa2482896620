import { checkText, jsonOf } from './check-json.ts'
import { type Expected, InvalidAppend, type JsonObject, type NewEvent } from './port.ts'

/** Per call: stream name, types, data and metadata of all events, as JSON. */
export const maxAppendBytes = 1024 * 1024
/** Per call, so that its transaction stays short. */
export const maxAppendEvents = 1000
const maxNameLength = 255
/** EventStoreDB keeps a given time in the metadata, because the server sets its own time on every event. */
export const recordedAtKey = '$recordedAt'
const timeBytes = `"${recordedAtKey}":"2024-02-29T23:59:59.123Z",`.length

export type SerialisedEvent = {
  id: string
  type: string
  /** JSON text. */
  data: string
  /** JSON text. */
  metadata: string
  recordedAt: string | null
}

export type CheckedAppend = {
  stream: string
  expected: Expected
  events: readonly SerialisedEvent[]
  bytes: number
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/

/** Finds everything that no adapter may send, before anything is sent. @throws {InvalidAppend} */
export function checkAppend(stream: string, events: readonly NewEvent[], expected: Expected): CheckedAppend {
  checkName(stream, 'the stream')
  if (typeof expected === 'number' && !(Number.isSafeInteger(expected) && expected >= 0))
    throw new InvalidAppend(`${expected} is not a revision`)
  if (events.length === 0) throw new InvalidAppend(`nothing to append to ${stream}`)
  if (events.length > maxAppendEvents)
    throw new InvalidAppend(
      `${events.length} events in one call to ${stream}; at most ${maxAppendEvents} fit`,
    )
  if (new Set(events.map(event => event.id.toLowerCase())).size < events.length)
    throw new InvalidAppend(`the same event id twice in one call to ${stream}`)
  const metadataText = textsOfMetadata()
  const serialised = events.map(event => serialise(event, metadataText))
  const bytes = serialised.reduce((sum, event) => sum + bytesOf(event), Buffer.byteLength(stream))
  if (bytes > maxAppendBytes)
    throw new InvalidAppend(`${bytes} bytes in one call to ${stream}; at most ${maxAppendBytes} fit`)
  return { stream, expected, events: serialised, bytes }
}

type Text = (value: JsonObject, where: string) => string

/** Events of a call often share one metadata object. */
function textsOfMetadata(): Text {
  const known = new Map<JsonObject, string>()
  return (metadata, where) => {
    const text = known.get(metadata) ?? jsonOf(metadata, where)
    known.set(metadata, text)
    return text
  }
}

function serialise({ id, type, data, metadata, recordedAt }: NewEvent, metadataText: Text): SerialisedEvent {
  if (!uuid.test(id)) throw new InvalidAppend(`the event id ${JSON.stringify(id)} is no UUID`)
  checkName(type, 'the event type')
  if (recordedAt !== undefined && !(isoTime.test(recordedAt) && !Number.isNaN(Date.parse(recordedAt))))
    throw new InvalidAppend(`recordedAt ${JSON.stringify(recordedAt)} is no UTC time in ISO 8601`)
  if (recordedAtKey in metadata)
    throw new InvalidAppend(`${type} metadata has ${recordedAtKey}, which is the log's own`)
  return {
    id,
    type,
    data: jsonOf(data, `${type} data`),
    metadata: metadataText(metadata, `${type} metadata`),
    recordedAt: recordedAt ?? null,
  }
}

/** EventStoreDB counts the type twice. */
const bytesOf = ({ type, data, metadata, recordedAt }: SerialisedEvent) =>
  2 * Buffer.byteLength(type) +
  Buffer.byteLength(data) +
  Buffer.byteLength(metadata) +
  (recordedAt === null ? 0 : timeBytes)

function checkName(name: string, what: string): void {
  if (name === '') throw new InvalidAppend(`${what} has an empty name`)
  if (name.length > maxNameLength)
    throw new InvalidAppend(`${what} has a name of over ${maxNameLength} characters`)
  // EventStoreDB reserves such names, and readers skip them.
  if (name.startsWith('$')) throw new InvalidAppend(`${what} ${name} starts with $, which is reserved`)
  checkText(name, what)
}
