import type { CheckedAppend } from '../check-append.ts'
import { type Appended, type Expected, RevisionConflict } from '../port.ts'
import { arrayLiteral } from './array-literal.ts'
import type { Write } from './commit.ts'
import type { Connections } from './connections.ts'
import { isUnknownShape } from './failures.ts'
import type { PackedEvent } from './packed-event.ts'
import { tokenOf } from './place.ts'
import { placeOfRow } from './read-page.ts'
import { shapesOf } from './shapes.ts'
import { append } from './statements.ts'
import { packedName, unpackedName } from './stream-name.ts'

type Row = {
  stream: Buffer
  /** Of an append that was not written; null: what was written to the stream, in the order of the batch. */
  number: number | null
  verdict: 'written' | 'known' | 'conflict'
  /** -1: the stream does not exist. */
  actual: number
  /** Of the first event written, or of the last one known. */
  revision: number
  xid: string
  positions: string[]
}

/** The transaction of a micro-batch: one statement, a verdict for each append. See append.sql. */
export function batchWriter(connections: Connections, generation: number): Write {
  const shapes = shapesOf(connections)

  async function write(batch: readonly CheckedAppend[]): Promise<Row[]> {
    try {
      return await connections.query<Row>(append, parameters(batch, await shapes.pack(batch)))
    } catch (error) {
      if (!isUnknownShape(error)) throw error
      // Nothing was written: an older log was put back under this process.
      shapes.forget()
      return await connections.query<Row>(append, parameters(batch, await shapes.pack(batch)))
    }
  }

  return async batch => {
    const rows = await write(batch)
    const refused = new Map(rows.map(row => [row.number, row]))
    const written = new Map(rows.filter(({ number }) => number === null).map(row => [nameOf(row), row]))
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

function appended({ revision, xid, positions }: Row, at: number, generation: number): Appended {
  const place = placeOfRow({ xid, position: positions[at] as string })
  return { revision: revision + at, position: tokenOf(generation, place) }
}

const nameOf = ({ stream }: Row) => unpackedName(stream)

/** One array per column with one element per event. */
function parameters(batch: readonly CheckedAppend[], packed: readonly PackedEvent[]): unknown[] {
  const rows = batch.flatMap(({ stream, expected, events }, number) => {
    const name = packedName(stream)
    return events.map((event, ordinal) => ({ event, number, name, expected: numberOf(expected), ordinal }))
  })
  const shapes = [...new Set(packed.map(({ shape }) => shape))]
  const places = new Map(shapes.map((shape, index) => [shape, index + 1]))
  return [
    arrayLiteral(rows.map(row => row.number)),
    arrayLiteral(rows.map(row => row.name)),
    arrayLiteral(rows.map(row => row.expected)),
    arrayLiteral(rows.map(row => row.ordinal)),
    arrayLiteral(rows.map(row => row.event.id)),
    arrayLiteral(packed.map(({ shape }) => places.get(shape) ?? null)),
    arrayLiteral(rows.map(row => row.event.recordedAt)),
    arrayLiteral(packed.map(({ correlationId }) => correlationId)),
    arrayLiteral(packed.map(({ causationId }) => causationId)),
    listOf(packed.map(({ payload }) => payload)),
    arrayLiteral(shapes),
  ]
}

/** JSON texts as one. */
const listOf = (texts: readonly string[]) => `[${texts.join()}]`

/** As append.sql reads it. A missing stream is at -1, so that "no stream" is a revision like any other. */
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
