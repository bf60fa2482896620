import type { CheckedAppend } from '../check-append.ts'
import { type Appended, type Expected, type Position, RevisionConflict } from '../port.ts'
import type { Write } from './commit.ts'
import type { Connections } from './connections.ts'
import { type Place, tokenOf } from './place.ts'
import { append } from './statements.ts'

type Row = {
  verdict: 'written' | 'known' | 'conflict'
  /** -1: the stream does not exist. */
  actual: string
  revision: string | null
  xid: string | null
  position: string | null
}

/** The transaction of a micro-batch: one statement, one verdict an append. See append.sql. */
export function batchWriter(connections: Connections, generation: number): Write {
  return async batch => {
    const rows = await connections.query<Row>(append, parameters(batch))
    return batch.map((one, index) => verdict(one, rows[index] as Row, place => tokenOf(generation, place)))
  }
}

function verdict(
  { stream, expected }: CheckedAppend,
  { verdict, actual, revision, xid, position }: Row,
  token: (place: Place) => Position,
): Appended | Error {
  if (verdict === 'conflict') {
    return new RevisionConflict(stream, expected, actual === '-1' ? null : Number(actual))
  }
  return {
    revision: Number(revision),
    position: token({ xid: BigInt(xid ?? 0), position: BigInt(position ?? 0) }),
  }
}

function parameters(batch: readonly CheckedAppend[]): unknown[] {
  const events = batch.flatMap((append, index) =>
    append.events.map((event, ordinal) => ({ ...event, number: index + 1, ordinal })),
  )
  return [
    batch.map(append => append.stream),
    batch.map(append => expectedNumber(append.expected)),
    events.map(event => event.number),
    events.map(event => event.ordinal),
    events.map(event => event.id),
    events.map(event => event.type),
    events.map(event => event.data),
    events.map(event => event.metadata),
    events.map(event => event.recordedAt),
  ]
}

/** As append.sql reads it. A missing stream is at -1, so that "no stream" is a revision like any other. */
function expectedNumber(expected: Expected): number | null {
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
