import { arrayLiteral } from '../../array-literal.ts'
import type { CheckedAppend } from '../../check-append.ts'
import { type AppendResult, type Expected, RevisionConflict } from '../../port.ts'
import type { Connections } from '../connections.ts'
import type { BatchLimits } from '../limits.ts'
import { formatPosition } from '../read/log-position.ts'
import { positionOfRow } from '../read/read-page.ts'
import { append } from '../statements.ts'
import type { Write } from './commit.ts'

type Row = {
  stream: string
  /** The append that was not written; null: all that was written to the stream, in batch order. */
  number: number | null
  verdict: 'written' | 'known' | 'conflict'
  /** -1: the stream does not exist. */
  actual: number
  /** Of the first written event, or of the last known one. */
  revision: number
  xid: string
  positions: string[]
}

/** The transaction of a micro-batch: one statement, and a verdict for each append. See append.sql. */
export function batchWriter(connections: Connections, generation: number): Write {
  return async batch => {
    const rows = await connections.query<Row>(append, parameters(batch))
    const refused = new Map(rows.map(row => [row.number, row]))
    const written = new Map(rows.filter(({ number }) => number === null).map(row => [row.stream, row]))
    const eventCounts = new Map<string, number>()
    return batch.map(({ stream, expected, events }, number) => {
      const otherwise = refused.get(number)
      if (otherwise?.verdict === 'conflict')
        return new RevisionConflict(stream, expected, otherwise.actual === -1 ? null : otherwise.actual)
      if (otherwise) return appended(otherwise, 0, generation)
      const eventCount = (eventCounts.get(stream) ?? 0) + events.length
      eventCounts.set(stream, eventCount)
      return appended(written.get(stream) as Row, eventCount - 1, generation)
    })
  }
}

function appended({ revision, xid, positions }: Row, at: number, generation: number): AppendResult {
  const logPosition = positionOfRow({ xid, position: positions[at] as string })
  return { revision: revision + at, position: formatPosition(generation, logPosition) }
}

/** One array per column with one element per event. */
function parameters(batch: readonly CheckedAppend[]): unknown[] {
  const rows = batch.flatMap(({ stream, expected, events }, number) =>
    events.map((event, ordinal) => ({ event, number, stream, expected: numberOf(expected), ordinal })),
  )
  return [
    arrayLiteral(rows.map(row => row.number)),
    arrayLiteral(rows.map(row => row.stream)),
    arrayLiteral(rows.map(row => row.expected)),
    arrayLiteral(rows.map(row => row.ordinal)),
    arrayLiteral(rows.map(row => row.event.id)),
    arrayLiteral(rows.map(row => row.event.type)),
    arrayLiteral(rows.map(row => row.event.recordedAt)),
    listOf(rows.map(row => row.event.data)),
    listOf(rows.map(row => row.event.metadata)),
  ]
}

/** Joins JSON texts to one list. */
const listOf = (texts: readonly string[]) => `[${texts.join()}]`

/** The value for append.sql. A missing stream has revision -1. */
function numberOf(expected: Expected): number | null {
  switch (expected) {
    case 'any':
      return null
    case 'no_stream':
      return -1
    case 'stream_exists':
      return -2
    default:
      return expected
  }
}

/** Splits appends into transactions, in order. In each, only the first of a stream may set `expected`: see append.sql. */
export function* slices(
  appends: readonly CheckedAppend[],
  limits: Pick<BatchLimits, 'events' | 'bytes'>,
): Generator<CheckedAppend[]> {
  let slice: CheckedAppend[] = []
  let [events, bytes] = [0, 0]
  let streams = new Set<string>()
  for (const append of appends) {
    const isFull = events + append.events.length > limits.events || bytes + append.bytes > limits.bytes
    if (slice.length > 0 && isFull) {
      yield slice
      slice = []
      streams = new Set()
      ;[events, bytes] = [0, 0]
    }
    slice.push(streams.has(append.stream) ? { ...append, expected: 'any' } : append)
    streams.add(append.stream)
    events += append.events.length
    bytes += append.bytes
  }
  if (slice.length > 0) yield slice
}
