import type { SerialisedEvent } from '../check-append.ts'
import type { JsonObject } from '../port.ts'

/** What all events of one kind have in common, as JSON in log.shapes: a row holds the values alone. */
export type Shape = {
  type: string
  /** Names, in the order of the values. Without them the payload has data and metadata as they are. */
  data?: string[]
  metadata?: string[]
  /** `metadata.visitId` is what follows the first dash of the stream's name. */
  isOwnVisit?: true
}

export type PackedEvent = {
  /** JSON of a `Shape`. */
  shape: string
  correlationId: string | null
  causationId: string | null
  /** JSON of a list. */
  payload: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value)

/** Exact for any JSON: what is left out of the payload is told by the shape and by the columns, never by a value. */
export function packedEvent(
  stream: string,
  event: Pick<SerialisedEvent, 'type' | 'data' | 'metadata'>,
): PackedEvent {
  const data = JSON.parse(event.data) as JsonObject
  const values = Object.values(data)
  const names: string[] = []
  let [correlationId, causationId, isOwnVisit] = [null as string | null, null as string | null, false]
  for (const [name, value] of Object.entries(JSON.parse(event.metadata) as JsonObject)) {
    if (name === 'correlationId' && isUuid(value)) correlationId = value
    else if (name === 'causationId' && isUuid(value)) causationId = value
    else if (name === 'visitId' && isOwn(value, stream)) isOwnVisit = true
    else {
      names.push(name)
      values.push(value)
    }
  }
  const shape: Shape = { type: event.type, data: Object.keys(data), metadata: names }
  if (isOwnVisit) shape.isOwnVisit = true
  return { shape: JSON.stringify(shape), correlationId, causationId, payload: JSON.stringify(values) }
}

function isOwn(visitId: JsonObject[string], stream: string): boolean {
  const dash = stream.indexOf('-')
  return dash >= 0 && visitId === stream.slice(dash + 1)
}

/** The same without a shape of its own. */
export function wholeEvent({
  type,
  data,
  metadata,
}: Pick<SerialisedEvent, 'type' | 'data' | 'metadata'>): PackedEvent {
  const shape: Shape = { type }
  return {
    shape: JSON.stringify(shape),
    correlationId: null,
    causationId: null,
    payload: `[${data},${metadata}]`,
  }
}

export type PackedRow = {
  stream: string
  correlation_id: string | null
  causation_id: string | null
  payload: string
}

/** Nothing where somebody has damaged the row: whoever opens it sees that, and all others are read. */
export function unpackedEvent(
  shape: Shape,
  { stream, correlation_id: correlationId, causation_id: causationId, payload }: PackedRow,
): { data: JsonObject; metadata: JsonObject } {
  const values = listIn(payload)
  if (!shape.data || !shape.metadata) return { data: objectIn(values[0]), metadata: objectIn(values[1]) }
  return {
    data: named(shape.data, values, 0),
    metadata: {
      ...named(shape.metadata, values, shape.data.length),
      ...(correlationId !== null && { correlationId }),
      ...(causationId !== null && { causationId }),
      ...(shape.isOwnVisit && { visitId: stream.slice(stream.indexOf('-') + 1) }),
    },
  }
}

/** Not by assignment, to which a name may mean something else. */
const named = (names: readonly string[], values: JsonObject[string][], first: number): JsonObject =>
  Object.fromEntries(names.map((name, at) => [name, values[first + at] ?? null]))

function listIn(payload: string): JsonObject[string][] {
  try {
    const values = JSON.parse(payload)
    return Array.isArray(values) ? values : []
  } catch {
    return []
  }
}

const objectIn = (value: JsonObject[string] | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
